#!/bin/sh
# usage: install-apicall.sh FOLDER
#
# Builds apicall from source and installs it in FOLDER. All recipes next to this file install
# apicall with this script only, and keep FOLDER, so it builds once.
#
# It needs Debian 12 or a related distribution, and Swift 6.2 or newer. The build takes about seven
# minutes. Missing Debian packages are installed by root, or with sudo.
set -eu

# CHANGE: the repository of apicall, and the tag or branch to build.
repository=${REPOSITORY:-https://git.example.com/apicall.git}
version=${VERSION:-main}

mkdir -p "$1"
folder=$(cd "$1" && pwd)

if [ "$(cat "$folder/built-from" 2>/dev/null)" = "$repository $version" ]; then exit 0; fi

if ! command -v make >/dev/null; then
  apt-get -qq update
  apt-get -qq install --yes make
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM
git clone --quiet --depth 1 --branch "$version" "$repository" "$work"
make -C "$work"
make -C "$work" install PREFIX="$folder"
echo "$repository $version" >"$folder/built-from"
