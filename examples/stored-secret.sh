#!/bin/sh
# Stores a token outside of all scripts and files, for the one host that may get it.
#
#   examples/stored-secret.sh --mock http://127.0.0.1:PORT
set -eu

# A store of its own, so that yours stays as it is. On a terminal, without -, the value is asked for.
XDG_DATA_HOME=$(mktemp -d)
export XDG_DATA_HOME
trap 'rm -rf "$XDG_DATA_HOME"' EXIT
printf %s gho_16C7e42F292c69 | apicall secrets set github - --origin https://api.github.com
apicall secrets list

# The file needs no more than the name. A mock server gets a dummy in place of the token.
auth='{type: bearer, token: <secret.github>}'
apicall run github/user username=octocat --set auth="$auth" --print name "$@"

# No other host gets it, whatever a file says: the call ends before anything is sent.
status=0
apicall run github/user username=octocat --set auth="$auth" --host https://example.com \
  2>/dev/null || status=$?
echo "to another host: exit status $status"
