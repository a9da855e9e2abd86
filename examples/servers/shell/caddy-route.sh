#!/bin/bash
# Sends the requests for a host to a server: what caddy-route.yaml does.
#
#   caddy-route.sh URL NAME HOST TO
set -euo pipefail

config=$1/config/apps/http/servers/$2 host=$3 to=$4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
call() { curl -sS -m "${LIMIT:-60}" -w '%{http_code}' "$@" "$config"; }
fail() {
  cat "$work/response" >&2
  echo "${0##*/}: $config: status $status" >&2
  exit 1
}

for _ in {1..21}; do
  # Caddy closes its connections when it takes a new configuration. curl writes trailers after the
  # header fields.
  if ! status=$(call -D "$work/head" -o "$work/response"); then sleep 0.1; continue; fi
  if [[ $status != 2?? ]]; then fail; fi
  jq -e '[.routes[]?.match[]?.host[]?] | unique' "$work/response" >"$work/hosts"
  if jq -e --arg host "$host" 'any(.[]; . == $host)' "$work/hosts" >/dev/null; then
    jq -r '.[]' "$work/hosts"
    exit
  fi
  etag=$(sed -n 's/^etag: *\(.*[^[:space:]]\).*/\1/Ip' "$work/head")
  jq -e --arg host "$host" --arg to "$to" '.routes += [{match: [{host: [$host]}],
    handle: [{handler: "reverse_proxy", upstreams: [{dial: $to}]}]}]' "$work/response" >"$work/new"
  status=$(call -X PATCH -H "If-Match: ${etag:?is missing}" -H 'Content-Type: application/json' \
    --data-binary "@$work/new" -o "$work/response") || true
  if [[ $status != 2?? && $status != 412 && $status != 000 ]]; then fail; fi
  sleep 0.1
done
fail
