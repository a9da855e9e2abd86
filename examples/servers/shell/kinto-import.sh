#!/bin/bash
# Stores the rows of a CSV file as records, 100 in a request: what kinto-import.yaml does.
#
#   PASSWORD=… kinto-import.sh URL USER BUCKET COLLECTION ROWS FAILURES
#
# No field of the file contains a comma, a quote or a line break.
set -euo pipefail

server=$1 user=$2 records=/buckets/$3/collections/$4/records rows=$5 failures=$6
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
printf 'user = "%s:%s"\n' "$user" "$PASSWORD" >"$work/curlrc"

header=$(head -n 1 "$rows")
tail -n +2 "$rows" | split -l 100 - "$work/batch."
echo "$header" >"$work/failed"
for batch in "$work"/batch.*; do
  [[ -e $batch ]] || break
  jq --raw-input --null-input --arg header "$header" --arg records "$records" '
    ($header | split(",")) as $names
    | {defaults: {method: "PUT"}, requests: [inputs | split(",")
      | [$names, .] | transpose | map({key: .[0], value: .[1]}) | from_entries
      | {path: "\($records)/\(.id)", body: {data: .}}]}' "$batch" >"$work/body"
  if curl -sS --fail-with-body -m "${LIMIT:-60}" --config "$work/curlrc" \
    -H 'Content-Type: application/json' --data-binary "@$work/body" -o "$work/response" \
    "$server/v1/batch" \
    && jq -r '.responses[].status' "$work/response" >"$work/statuses" \
    && [[ $(wc -l <"$work/statuses") == $(wc -l <"$batch") ]]; then
    paste -d ' ' "$work/statuses" "$batch" | sed -n 's/^[45][0-9][0-9] //p' >>"$work/failed"
  else
    cat "$work/response" >&2 2>/dev/null || true
    cat "$batch" >>"$work/failed"
  fi
done
mv "$work/failed" "$failures"
count=$(($(wc -l <"$failures") - 1))
if ((count > 0)); then
  echo "${0##*/}: $count rows failed" >&2
  exit 10
fi
