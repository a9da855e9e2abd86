#!/bin/sh
# Logs in, and uses the token for the next call.
#
#   examples/log-in.sh --mock http://127.0.0.1:PORT      (as 'apicall serve endpoints' prints it)
set -eu

token=$(apicall run reqres/login email=eve.holt@reqres.in password=cityslicka \
  --print token "$@")
echo "logged in; the token has ${#token} letters"

# From here on the token is a value like any other: here it goes along as the key of the service.
apicall run reqres/users api_key="$token" --print total "$@"
