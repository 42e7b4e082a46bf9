# SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# start.bash JAVA FOLDER BUILDS WISH: becomes the driver; out of BUILDS (see prepare.bash) where it was compiled for
# this version of Java, which takes half the time. Otherwise the file WISH asks for it.
java=$1 folder=$2 builds=$3 wish=$4
options=(-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto -XX:-UsePerfData --add-modules jdk.jshell)
home=$(dirname "$(dirname "$(readlink -f "$java")")")
version=$(sed -n 's/^JAVA_RUNTIME_VERSION="\(.*\)"$/\1/p' "$home/release" 2>/dev/null)
built=$builds/java-$version/$(cksum <"$folder/Driver.java" | tr ' ' -)
if [[ -r $built/driver.jsa ]]; then
  exec "$java" "${options[@]}" -XX:SharedArchiveFile="$built/driver.jsa" -cp "$built/driver.jar" Driver
fi
[[ -z $wish ]] || : >"$wish"
echo "opensandbox: Java compiles its driver first. Later starts take half the time." >&2
exec "$java" "${options[@]}" "$folder/Driver.java"
