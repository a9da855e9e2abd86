#!/bin/bash
# Downloads the URLs of a CSV file, waits for all, and lists those that fail: what
# aria2-download.yaml does.
#
#   ARIA2_KEY=… aria2-download.sh URL URLS
#
# The file has the columns url and name, and no comma, quote or line break in a field.
set -euo pipefail

api=$1/jsonrpc urls=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TOKEN=token:$ARIA2_KEY
call() {
  curl -sS --fail -m "${LIMIT:-60}" -H 'Content-Type: application/json' --data-binary "@$1" \
    -o "$2" "$api"
  jq -e --slurpfile sent "$1" 'length == ($sent[0] | length)' "$2" >/dev/null
}

tail -n +2 "$urls" | jq -Rn '[inputs | split(",") | {url: .[0], name: .[1]}]' >"$work/rows"
jq 'to_entries | map({jsonrpc: "2.0", id: .key, method: "aria2.addUri",
  params: [env.TOKEN, [.value.url], {out: .value.name}]})' "$work/rows" >"$work/add"
call "$work/add" "$work/added"
jq 'map(select(.result) | {jsonrpc: "2.0", id, method: "aria2.tellStatus",
  params: [env.TOKEN, .result]})' "$work/added" >"$work/ask"
end=$((SECONDS + 600))
while :; do
  call "$work/ask" "$work/ended"
  if jq -e 'all(.[]; .result.status | IN("complete", "error", "removed"))' "$work/ended" \
    >/dev/null; then
    break
  fi
  if ((SECONDS > end)); then
    echo "${0##*/}: not all downloads have ended after 10 minutes" >&2
    exit 75
  fi
  sleep 0.2
done
jq -r -n --slurpfile rows "$work/rows" --slurpfile added "$work/added" \
  --slurpfile ended "$work/ended" '["url", "error"], (
    ($added[0][] | select(.error)), ($ended[0][] | select(.result.status != "complete"))
    | [$rows[0][.id].url, .error.message // .result.errorMessage // "removed"]) | @csv' \
  >"$work/errors"
cat "$work/errors"
failed=$(($(wc -l <"$work/errors") - 1))
if ((failed > 0)); then
  echo "${0##*/}: $failed of $(jq length "$work/rows") downloads failed" >&2
  exit 20
fi
