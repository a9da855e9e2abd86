#!/bin/sh
# A job of CI: silent while services answer as their files expect, else it tells what is wrong.
#
#   examples/health-check.sh --mock http://127.0.0.1:PORT
set -eu

# Three services are asked at a time. What they answer is of no interest; whether it is as expected is
# what the exit status says, that of the first file that fails, and standard error tells what is not.
check() {
  apicall run reqres/login hibp/breaches todos/list \
    email=eve.holt@reqres.in password=cityslicka domain=adobe.com \
    --keep-going -j 3 "$@" > /dev/null
}

check "$@"

# The trial: more is expected than one of the services has to offer.
status=0
apicall run hibp/breaches domain=adobe.com \
  --set 'expect.body["$[*].PwnCount"]={each: {max: 1000}}' "$@" 2>&1 > /dev/null || status=$?
echo "exit status $status"
