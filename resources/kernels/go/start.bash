# SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# start.bash GO FOLDER: becomes the driver, which is built for this version of Go at the first time. That compiles
# much of the standard library, so the daemon is told at once that code can be sent: the first cell waits, with
# its stream open, and no client gives up.
go=$1 folder=$2
# An interrupt meanwhile is for the cell that waits, not for the compiler.
trap '' INT
cache=${GOCACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/go-build}
export GOCACHE=$cache GOTOOLCHAIN=local GOTELEMETRY=off
version=$("$go" env GOVERSION) || exit 1
driver=$cache/opensandbox-driver-$version
if [[ ! -x $driver || $folder/driver.go -nt $driver ]]; then
  mkdir -p "$cache" && work=$(mktemp -d "$cache/driver-XXXXXX") || exit 1
  printf '{"event":"ready"}\n' >&4
  cp "$folder/driver.go" "$work/main.go" &&
    (cd "$work" && GO111MODULE=off GOFLAGS='' "$go" build -o driver main.go 3<&- 4>&-) &&
    mv "$work/driver" "$driver"
  status=$?
  rm -rf "$work"
  [[ $status = 0 ]] || exit "$status"
fi
exec "$driver" "$go" "$folder/state.go.txt"
