#!/bin/bash
# Sends the requests for a host to a server: what caddy-route.yaml does.
#
#   caddy-route.sh URL NAME HOST TO
set -euo pipefail

config=$1/config/apps/http/servers/$2 host=$3 to=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
call() { curl -sS -m "${LIMIT:-60}" -w '%{http_code}' "$@" "$config"; }

for _ in {1..21}; do
  sleep 0.1
  # curl writes trailers behind the header fields. Caddy closes its connections when it takes a
  # new configuration.
  if ! status=$(call -D "$work/head" -o "$work/now"); then continue; fi
  if [[ $status != 2?? ]]; then break; fi
  etag=$(sed -n 's/^etag: *\(.*[^[:space:]]\).*/\1/Ip' "$work/head")
  jq -e --arg host "$host" '[.routes[]?.match[]?.host[]?] + [$host] | unique' \
    "$work/now" >"$work/hosts"
  if jq -e --arg host "$host" 'any(.routes[]?.match[]?.host[]?; . == $host)' \
    "$work/now" >/dev/null; then
    break
  fi
  jq -e --arg host "$host" --arg to "$to" '.routes += [{match: [{host: [$host]}],
    handle: [{handler: "reverse_proxy", upstreams: [{dial: $to}]}]}]' "$work/now" >"$work/new"
  if ! status=$(call -X PATCH -H "If-Match: ${etag:?is missing}" \
    -H 'Content-Type: application/json' --data-binary "@$work/new" -o "$work/now"); then
    continue
  fi
  if [[ $status != 412 ]]; then break; fi
done
if [[ $status != 2?? ]]; then
  cat "$work/now" >&2
  echo "${0##*/}: $config: status $status" >&2
  exit 1
fi
jq -r '.[]' "$work/hosts"
