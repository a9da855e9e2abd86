#!/bin/bash
# Prints all points of a collection as CSV: what pygeoapi-items.yaml does.
#
#   pygeoapi-items.sh URL COLLECTION [ORIGIN]
#
# ORIGIN is that of the server's links, if it is another one than that of the URL.
set -euo pipefail

server=$1 origin=${3-$1}
next="$server/collections/$2/items?f=json&limit=10"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

while [[ $next ]]; do
  curl -sS --fail-with-body -m "${LIMIT:-60}" -H 'Accept: application/json' -o "$work/page" \
    "$next" || {
    status=$?
    cat "$work/page" >&2 2>/dev/null || true
    exit "$status"
  }
  jq -e -c '.features[] | [.id, .geometry.coordinates[0], .geometry.coordinates[1],
    .properties.name]' "$work/page" >>"$work/rows"
  next=$(jq -r 'first(.links[] | select(.rel == "next").href) // ""' "$work/page")
  if [[ $next && $next != "$origin"/* ]]; then
    echo "${0##*/}: the next page is at another server: $next" >&2
    exit 1
  fi
  next=${next/#"$origin"/"$server"}
done
echo id,longitude,latitude,name
jq -r @csv "$work/rows"
