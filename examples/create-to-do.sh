#!/bin/sh
# Creates a to-do and reads the number it got.
#
#   examples/create-to-do.sh --mock http://127.0.0.1:PORT
set -eu

# A status that the endpoint does not expect ends the script here: nothing but a number is in $id.
id=$(apicall run todos/create title="buy milk" user=1 --print id "$@")
echo "created to-do $id"
