#!/bin/bash
# Has a report made, waits until it is ready, and downloads it: what export-report.yaml does.
#
#   SHOP_TOKEN=… export-report.sh 2026-10 > report.csv
set -euo pipefail

: "${SHOP_URL:=https://shop.example.com/api}"
: "${SHOP_TOKEN:?is not set: it holds the token of the shop}"
deadline=600

if [[ ! ${1-} =~ ^[0-9]{4}-[0-9]{2}$ ]]; then
  echo "usage: ${0##*/} MONTH, such as 2026-10" >&2
  exit 64
fi
month=$1

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# The token goes to curl by a file, so that it is not in the list of processes.
printf 'header = "Authorization: Bearer %s"\n' "$SHOP_TOKEN" > "$work/curlrc"

# request STATUS METHOD PATH [CURL'S OPTIONS …]: the body goes to $work/body; ends where the status is
# another one.
request() {
  local wanted=$1 method=$2 path=$3 status
  shift 3
  status=$(curl --silent --show-error --config "$work/curlrc" --request "$method" \
    --connect-timeout 10 --max-time 60 --output "$work/body" --write-out '%{http_code}' \
    "$@" "$SHOP_URL$path") || exit
  if [[ $status != "$wanted" ]]; then
    echo "${0##*/}: $method $path answered $status, not $wanted" >&2
    head -c 2000 "$work/body" >&2
    exit 1
  fi
}

# field FILTER: a text of the body that has to be there.
field() {
  jq --exit-status --raw-output "$1 | strings" "$work/body" || {
    echo "${0##*/}: the answer has no text at $1" >&2
    exit 1
  }
}

jq --null-input --arg month "$month" '{month: $month, format: "csv"}' > "$work/order.json"
request 202 POST /reports --header 'Content-Type: application/json' --data "@$work/order.json"
id=$(field .id)
if [[ ! $id =~ ^rep-[0-9]+$ ]]; then
  echo "${0##*/}: '$id' is not the number of a report" >&2
  exit 1
fi

pause=1
while true; do
  request 200 GET "/reports/$id"
  state=$(field .state)
  case $state in
    ready) break ;;
    failed | cancelled)
      echo "${0##*/}: the report $id is $state: $(jq --raw-output .reason "$work/body")" >&2
      exit 1 ;;
  esac
  if ((SECONDS + pause > deadline)); then
    echo "${0##*/}: the report $id is not ready after $SECONDS s, but $state" >&2
    exit 1
  fi
  sleep "$pause"
  pause=$((pause * 3 / 2 + 1))
done

request 200 GET "/reports/$id/file" --header 'Accept: text/csv'
cat "$work/body"
