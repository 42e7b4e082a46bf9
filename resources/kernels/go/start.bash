# SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# start.bash GO FOLDER: builds the driver for this version of Go, once, and becomes it.
set -e
go=$1 folder=$2
cache=${GOCACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/go-build}
export GOCACHE=$cache GOTOOLCHAIN=local GOTELEMETRY=off
version=$("$go" env GOVERSION)
driver=$cache/opensandbox-driver-$version
if [[ ! -x $driver || $folder/driver.go -nt $driver ]]; then
  mkdir -p "$cache"
  work=$(mktemp -d "$cache/driver-XXXXXX")
  trap 'rm -rf "$work"' EXIT
  cp "$folder/driver.go" "$work/main.go"
  (cd "$work" && GO111MODULE=off GOFLAGS= "$go" build -o driver main.go)
  mv "$work/driver" "$driver"
  rm -rf "$work"
  trap - EXIT
fi
exec "$driver" "$go" "$folder/state.go.txt"
