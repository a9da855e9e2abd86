#!/bin/bash
# Notifies a chat of the torrents that are complete since the last run: what qbittorrent-done.yaml
# does.
#
#   PASSWORD=… qbittorrent-done.sh URL USER KNOWN CHAT [ANSWER]
#
# KNOWN has what was complete in the last run, and KNOWN.cookie the session.
set -euo pipefail

server=$1 user=$2 known=$3 chat=$4 answer=${5-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
touch "$known.cookie"
chmod 600 "$known.cookie"

torrents() {
  curl -sS -m "${LIMIT:-60}" -b "$known.cookie" -o "$work/torrents" -w '%{http_code}' \
    "$server/api/v2/torrents/info?filter=completed"
}
status=$(torrents)
if [[ $status == 403 ]]; then
  # A wrong password is answered with 200, too.
  response=$(printf %s "$PASSWORD" | curl -sS --fail -m "${LIMIT:-60}" -c "$known.cookie" \
    --data-urlencode "username=$user" --data-urlencode password@- \
    "$server/api/v2/auth/login")
  if [[ $response != Ok. ]]; then
    echo "${0##*/}: the login was refused: $response" >&2
    exit 1
  fi
  status=$(torrents)
fi
if [[ $status != 200 ]]; then
  cat "$work/torrents" >&2
  echo "${0##*/}: the list of torrents has the status $status" >&2
  exit 1
fi
jq -e 'map({hash, name}) | sort_by(.name)' "$work/torrents" >"$work/complete"
jq -n --slurpfile now "$work/complete" --slurpfile before "$known" \
  '$now[0] - $before[0] | map(.name)' >"$work/new"
if jq -e 'length > 0' "$work/new" >/dev/null; then
  response=$(jq -c '{text: "complete: \(join(", "))"}' "$work/new" \
    | curl -sS --fail -m "${LIMIT:-60}" -H 'Content-Type: application/json' --data-binary @- \
      "$chat")
  if [[ $response != "$answer" ]]; then
    echo "${0##*/}: the chat answered: $response" >&2
    exit 1
  fi
fi
mv "$work/complete" "$known"
