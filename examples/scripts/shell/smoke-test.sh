#!/bin/bash
# Fills a basket and looks at it, silent while all is well: what smoke-test.yaml does.
#
#   SHOP_TOKEN=… smoke-test.sh [SKU]
set -euo pipefail

: "${SHOP_URL:=https://shop.example.com/api}"
: "${CHAT_URL:=https://chat.example.com}"
: "${SHOP_TOKEN:?is not set: it holds the token of the shop}"
sku=${1:-TEA-01}

work=$(mktemp -d)
basket=
finish() {
  local status=$?
  trap - EXIT
  if [[ -n $basket ]]; then
    curl --silent --show-error --fail --config "$work/curlrc" --max-time 5 --output /dev/null \
      --request DELETE "$SHOP_URL/baskets/$basket" || {
      echo "${0##*/}: the basket $basket is left behind" >&2
      if ((status == 0)); then status=1; fi
    }
  fi
  rm -rf "$work"
  exit "$status"
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# The token goes to curl by a file, so that it is not in the list of processes.
printf 'header = "Authorization: Bearer %s"\n' "$SHOP_TOKEN" > "$work/curlrc"

# fail STEP MESSAGE: tells the people on duty, and ends.
fail() {
  local message="the smoke test failed at $1: $2"
  echo "${0##*/}: $message" >&2
  jq --null-input --arg text "$message" '{text: $text}' \
    | curl --silent --show-error --fail --max-time 5 --output /dev/null \
      --header 'Content-Type: application/json' --data @- "$CHAT_URL/rooms/on-duty/messages" \
    || echo "${0##*/}: nobody could be told" >&2
  exit 1
}

# request STEP STATUS METHOD PATH [CURL'S OPTIONS …]: the body goes to $work/body.
request() {
  local step=$1 wanted=$2 method=$3 path=$4 status
  shift 4
  status=$(curl --silent --show-error --config "$work/curlrc" --request "$method" --max-time 5 \
    --output "$work/body" --dump-header "$work/head" --write-out '%{http_code}' \
    "$@" "$SHOP_URL$path") || fail "$step" "$method $path got no answer"
  if [[ $status != "$wanted" ]]; then
    fail "$step" "$method $path answered $status, not $wanted"
  fi
}

json=(--header 'Content-Type: application/json' --data)
request basket 201 POST /baskets "${json[@]}" '{"currency":"NZD"}'
basket=$(jq --exit-status --raw-output '.id | strings' "$work/body") || {
  basket=
  fail basket 'the answer has no id'
}

item=$(jq --null-input --arg sku "$sku" '{sku: $sku, count: 2}')
request item 201 POST "/baskets/$basket/items" "${json[@]}" "$item"

request contents 200 GET "/baskets/$basket" --max-time 2
if ! grep --quiet --ignore-case '^content-type: *application/json' "$work/head"; then
  fail contents 'the answer is not JSON'
fi
# A check for each that is expected, so that the message says which of them does not hold.
check() {
  if ! jq --exit-status --arg sku "$sku" "$1" "$work/body" > /dev/null; then
    fail contents "this does not hold: $1, of $(head -c 500 "$work/body")"
  fi
}
check '.items | length == 1'
# shellcheck disable=SC2016  # jq's own variable
check '.items[0].sku == $sku'
check '.total | type == "number" and . >= 0.01'
