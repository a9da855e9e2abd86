#!/bin/sh
# Looks up the breaches of several domains, one call each.
#
#   examples/breaches.sh --mock http://127.0.0.1:PORT
set -eu

for domain in adobe.com example.com; do
  names=$(apicall run hibp/breaches domain="$domain" --print names "$@")
  case $names in
    '[]') echo "$domain: none" ;;
    *) echo "$domain: $names" ;;
  esac
done
