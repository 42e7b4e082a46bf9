# SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# prepare.bash BUILDS: compiles once, for each version of Go and Java of this machine, what every sandbox would
# compile for itself otherwise. Sandboxes see the folder BUILDS read-only. What is there is never changed, only
# added under a new name, since sandboxes may be using it:
#   go-VERSION/cache            Go's cache with the usual part of the standard library
#   go-VERSION/driver-SUM       our driver of Go
#   java-VERSION/SUM/           our driver of Java, and the archive of classes it starts from
# SUM is that of the driver's source. The start.bash of each language takes them from there.
builds=$1
kernels=$(dirname "${BASH_SOURCE[0]}")
shopt -s nullglob
umask 022
# Sandboxes that wait look whether it is held. One of them may hold it for the moment of its look.
exec 9>>"$builds/lock" && flock --wait 5 9
# Others may be at it, too; and one that was killed has left its folder.
find "$builds" -maxdepth 1 -name 'home-*' -mmin +120 -exec chmod -R u+w {} + -exec rm -rf {} +
HOME=$(mktemp -d "$builds/home-XXXXXX") || exit
export HOME GO111MODULE=off GOFLAGS='' GOTOOLCHAIN=local GOTELEMETRY=off
trap 'chmod -R u+w "$HOME"; rm -rf "$HOME"' EXIT

sum() { cksum <"$1" | tr ' ' -; }

prepare_go() {
  local go=$1 version to driver
  version=$("$go" env GOVERSION) || return
  to=$builds/go-$version
  if [[ ! -d $to ]]; then
    local work=$HOME/go-$version
    mkdir -p "$work/program"
    {
      echo 'package main'
      for package in bufio bytes context encoding encoding/base64 encoding/binary encoding/csv encoding/hex encoding/json errors fmt \
        io math math/rand net/http os os/signal path/filepath reflect regexp runtime runtime/debug slices maps sort strconv strings \
        sync sync/atomic syscall text/tabwriter text/template time unicode unsafe; do
        echo "import _ \"$package\""
      done
      echo 'func main() {}'
    } >"$work/program/main.go"
    (cd "$work/program" && GOCACHE=$work/cache "$go" build -ldflags='-s -w' -o "$work/program/out" main.go) || return
    rm -rf "$work/program"
    mv -T "$work" "$to"
  fi
  driver=$to/driver-$(sum "$kernels/go/driver.go")
  if [[ ! -x $driver ]]; then
    mkdir -p "$HOME/driver" && cp "$kernels/go/driver.go" "$HOME/driver/main.go"
    (cd "$HOME/driver" && GOCACHE=$HOME/cache "$go" build -o driver main.go) && mv -T "$HOME/driver/driver" "$driver"
  fi
}

prepare_java() {
  local java=$1 home version to
  home=$(dirname "$(dirname "$(readlink -f "$java")")")
  version=$(sed -n 's/^JAVA_RUNTIME_VERSION="\(.*\)"$/\1/p' "$home/release")
  to=$builds/java-$version/$(sum "$kernels/java/Driver.java")
  [[ -n $version && ! -e $to/driver.jsa && -x $home/bin/javac && -x $home/bin/jar ]] || return
  mkdir -p "$to" "$HOME/classes"
  "$home/bin/javac" -nowarn --add-modules jdk.jshell -d "$HOME/classes" "$kernels/java/Driver.java" &&
    "$home/bin/jar" --create --file "$HOME/driver.jar" -C "$HOME/classes" . &&
    { [[ -e $to/driver.jar ]] || mv -T "$HOME/driver.jar" "$to/driver.jar"; } &&
    # One cell, so that what it needs is there, too. The archive is good only for this very path of the jar.
    "$home/bin/java" -Xshare:auto -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -XX:ArchiveClassesAtExit="$HOME/driver.jsa" \
      --add-modules jdk.jshell -cp "$to/driver.jar" Driver 3<<<'{"code":"1 + 1","id":1,"number":1,"op":"run"}' 4>/dev/null &&
    [[ -s $HOME/driver.jsa ]] && mv -T "$HOME/driver.jsa" "$to/driver.jsa"
  rm -rf "$HOME/classes"
}

for go in "$(type -P go)" /usr/lib/go-*/bin/go /opt/go*/bin/go /opt/go/*/bin/go /usr/local/go*/bin/go; do
  [[ -x $go ]] && prepare_go "$go"
done
for java in "$(type -P java)" /usr/lib/jvm/*/bin/java /opt/java*/bin/java /opt/java/*/bin/java /opt/jdk*/bin/java; do
  [[ -x $java ]] && prepare_java "$java"
done
exit 0
