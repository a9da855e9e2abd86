#!/bin/bash
# Changes the records of a zone that differ from a CSV file, or only lists them: what
# pdns-records.yaml does.
#
#   PDNS_KEY=… pdns-records.sh URL ZONE RECORDS [change]
#
# The file has the columns name, type, ttl and content, and no comma, quote or line break in a
# field.
set -euo pipefail

zone=$1/api/v1/servers/localhost/zones/$2 records=$3 change=${4-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf 'header = "X-API-Key: %s"\n' "$PDNS_KEY" >"$work/curlrc"
call() { curl -sS --fail-with-body -m "${LIMIT:-60}" --config "$work/curlrc" "$@" "$zone"; }

call -o "$work/zone" || {
  status=$?
  cat "$work/zone" >&2 2>/dev/null || true
  exit "$status"
}
jq '[.rrsets[] | {name, type, ttl, contents: ([.records[].content] | sort)}]' "$work/zone" \
  >"$work/before"
tail -n +2 "$records" | jq -Rn '[inputs | split(",") | {name: .[0], type: .[1],
  ttl: (.[2] | tonumber), content: .[3]}] | group_by([.name, .type])
  | map({name: .[0].name, type: .[0].type, ttl: .[0].ttl, contents: (map(.content) | sort)})' \
  >"$work/wanted"
jq -n --slurpfile wanted "$work/wanted" --slurpfile before "$work/before" \
  '$wanted[0] - $before[0]' >"$work/different"
if [[ $change == change ]] && jq -e 'length > 0' "$work/different" >/dev/null; then
  jq '{rrsets: map({name, type, ttl, changetype: "REPLACE",
    records: (.contents | map({content: ., disabled: false}))})}' "$work/different" >"$work/body"
  status=$(call -X PATCH -H 'Content-Type: application/json' --data-binary "@$work/body" \
    -o "$work/response" -w '%{http_code}')
  if [[ $status != 204 ]]; then
    echo "${0##*/}: the change has the status $status" >&2
    exit 1
  fi
fi
jq -r '["name", "type", "ttl", "contents"], (.[] | [.name, .type, .ttl, (.contents | join(" "))])
  | @csv' "$work/different"
