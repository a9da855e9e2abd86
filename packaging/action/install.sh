#!/bin/bash
# usage: install.sh FOLDER KEPT
# Downloads the tarball at URL, and unpacks it to FOLDER. The tarball is kept in the folder KEPT for
# the next run. Its digest is compared with SHA256 each time, before anything in it runs.
set -euo pipefail

folder=$1 kept=$2
if [[ ! $VERSION =~ ^[0-9A-Za-z.~+-]+$ ]]; then
  echo "::error::'$VERSION' is not a version, such as 0.1.0" >&2
  exit 64
fi
if [[ ! $SHA256 =~ ^[0-9a-f]{64}$ ]]; then
  echo '::error::sha256 is not a digest of 64 hexadecimal digits, in lower case' >&2
  exit 64
fi
tarball=$kept/apicall-$VERSION.tar.gz
mkdir -p "$kept"
matches() { [ -e "$tarball" ] && echo "$SHA256  $tarball" | sha256sum --check --status; }
if ! matches; then
  # Written next to it and renamed: several jobs of a runner may do so at the same time.
  new=$(mktemp "$tarball.XXXXXX")
  trap 'rm -f "$new"' EXIT
  curl --silent --show-error --fail --location --proto '=https,file' --retry 3 --max-time 300 \
    --output "$new" "$URL"
  mv -f "$new" "$tarball"
  if ! matches; then
    rm -f "$tarball"
    echo "::error::the tarball at $URL does not have the digest $SHA256" >&2
    exit 77
  fi
fi
rm -rf "$folder"
mkdir -p "$folder"
tar --extract --gzip --file "$tarball" --directory "$folder" --strip-components=1 --no-same-owner
"$folder/bin/apicall" --version
