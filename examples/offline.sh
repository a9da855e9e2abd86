#!/bin/sh
# Works without a network or a server: the endpoint's own examples answer.
#
#   examples/offline.sh
set -eu

# What a script does with an answer can be tried out, on the road or in a test.
for page in 1 9; do
  emails=$(apicall run reqres/users page="$page" --requester fixture --print emails "$@")
  echo "page $page: $emails"
done
