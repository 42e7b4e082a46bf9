# SPDX-FileCopyrightText: 2026 OpenSandbox Workbench contributors
# SPDX-License-Identifier: Apache-2.0
#
# start.bash GO FOLDER BUILDS WISH: becomes the driver. Where BUILDS (see prepare.bash) has nothing for this version of
# Go, the file WISH asks for it, and this waits while somebody is at it: several sandboxes that compile the same at once
# only slow each other down. When nobody is, the driver and much of the standard library are compiled first, into this
# sandbox's own cache. Lines that begin with "opensandbox:" are shown to whoever waits.
go=$1 folder=$2 builds=$3 wish=$4
cache=${GOCACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/go-build}
export GOCACHE=$cache GOTOOLCHAIN=local GOTELEMETRY=off
version=$("$go" env GOVERSION) || exit 1
built=$builds/go-$version
if [[ -d $built/cache && ! -e $cache/opensandbox-$version ]]; then
  # The entries, which are small and which Go writes anew at times, are copied; what they name is linked to. A
  # sandbox can neither change nor remove it: all it sees of BUILDS is read-only.
  mkdir -p "$cache"
  cp -rs "$built"/cache/?? "$cache" 2>/dev/null
  (cd "$built/cache" && cp --remove-destination --parents ??/*-a "$cache")
  : >"$cache/opensandbox-$version"
fi
sum=$(cksum <"$folder/driver.go" | tr ' ' -)
driver=$built/driver-$sum
own=$cache/opensandbox-driver-$version-$sum
if [[ ! -x $driver && ! -x $own && -n $wish ]]; then
  : >"$wish"
  echo "opensandbox: Go's standard library is being compiled for all sandboxes of this machine, once. It takes a minute or two, on a busy machine longer." >&2
  # The one at work holds the lock; it needs a moment to begin.
  for ((idle = 0; idle < 40; ++idle)); do
    [[ -x $driver ]] && break
    [[ ! -r $builds/lock ]] || flock --nonblock --shared "$builds/lock" true || idle=0
    sleep 0.25
  done
  [[ ! -x $driver ]] || exec "${BASH:-bash}" "${BASH_SOURCE[0]}" "$@"
fi
[[ -x $driver ]] || driver=$own
if [[ ! -x $driver ]]; then
  echo "opensandbox: Go's standard library is being compiled in this sandbox, once. It takes a minute or two, on a busy machine longer." >&2
  mkdir -p "$cache" && work=$(mktemp -d "$cache/driver-XXXXXX") || exit 1
  cp "$folder/driver.go" "$work/main.go" &&
    (cd "$work" && GO111MODULE=off GOFLAGS='' "$go" build -o driver main.go 3<&- 4>&-) &&
    mv "$work/driver" "$driver"
  status=$?
  rm -rf "$work"
  [[ $status = 0 ]] || exit "$status"
fi
exec "$driver" "$go" "$folder/state.go.txt"
