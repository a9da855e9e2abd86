#!/bin/bash
# Prints all records of a collection as CSV, from pages of 100: what kinto-export.yaml does.
#
#   PASSWORD=… kinto-export.sh URL USER BUCKET COLLECTION
set -euo pipefail

next="$1/v1/buckets/$3/collections/$4/records?_limit=100&_sort=last_modified"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf 'user = "%s:%s"\n' "$2" "$PASSWORD" >"$work/curlrc"

while [[ $next ]]; do
  curl -sS --fail-with-body -m "${LIMIT:-60}" --config "$work/curlrc" -D "$work/head" \
    -o "$work/page" "$next" || {
    status=$?
    cat "$work/page" >&2 2>/dev/null || true
    exit "$status"
  }
  jq -c '.data[] | del(.schema, .last_modified)' "$work/page" >>"$work/records"
  next=$(sed -n 's/^next-page: *\([^[:space:]]*\).*/\1/Ip' "$work/head")
done
jq -rn '[inputs] | if . == [] then empty else (.[0] | keys_unsorted) as $names
  | $names, (.[] | [.[$names[]]]) | @csv end' "$work/records"
