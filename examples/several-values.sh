#!/bin/sh
# Takes several values out of one answer into variables of the shell.
#
#   examples/several-values.sh --mock http://127.0.0.1:PORT
set -eu

# Each part is a line, in the order of --print.
parts=$(apicall run todos/get id=1 --print status,title,etag "$@")
{
  read -r status
  read -r title
  read -r etag
} <<END
$parts
END

echo "status: $status"
echo "title:  $title"
echo "etag:   $etag"
