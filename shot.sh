#!/bin/bash
# usage: shot.sh NAME ARGS...
n=$1; shift
./dev shell "env XDG_CONFIG_HOME=/tmp/wbc XDG_STATE_HOME=/tmp/wbs-$RANDOM QT_QPA_PLATFORM=offscreen timeout 60 build/dev/bin/opensandbox-workbench --screenshot build/pics/$n.png $*" 2>&1 | tail -5; chmod a+r build/pics/$n.png
