#!/bin/bash
# Adds to a number in a record, again if another client changes it: what kinto-change.yaml does.
#
#   PASSWORD=… kinto-change.sh URL USER BUCKET COLLECTION ID FIELD [ADD]
set -euo pipefail

record=$1/v1/buckets/$3/collections/$4/records/$5 field=$6 add=${7:-1}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf 'user = "%s:%s"\n' "$2" "$PASSWORD" >"$work/curlrc"
call() { curl -sS -m "${LIMIT:-60}" --config "$work/curlrc" -w '%{http_code}' "$@" "$record"; }

for _ in {1..21}; do
  status=$(call -D "$work/head" -o "$work/now")
  if [[ $status != 2?? ]]; then break; fi
  etag=$(sed -n 's/^etag: *\(.*[^[:space:]]\).*/\1/Ip' "$work/head")
  jq -e --arg field "$field" --argjson add "$add" \
    '.data | .[$field] |= (numbers // error("no number")) + $add | {data: .}' \
    "$work/now" >"$work/new"
  status=$(call -X PUT -H "If-Match: ${etag:?is missing}" -H 'Content-Type: application/json' \
    --data-binary "@$work/new" -o "$work/now")
  if [[ $status != 412 ]]; then break; fi
  sleep 0.1
done
if [[ $status != 2?? ]]; then
  cat "$work/now" >&2
  echo "${0##*/}: $record: status $status" >&2
  exit 1
fi
jq -e --arg field "$field" '.data[$field]' "$work/now"
