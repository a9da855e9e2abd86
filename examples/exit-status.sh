#!/bin/sh
# Tells by the exit status how a call went.
#
#   examples/exit-status.sh --mock http://127.0.0.1:PORT
set -eu

# What goes wrong is said on standard error; a script that has words of its own can do without.
log_in() {
  status=0
  token=$(apicall run reqres/login --print token "$@" 2>/dev/null) || status=$?
  case $status in
    0) echo "welcome" ;;
    2) echo "too slow: try again later" ;;
    4) echo "wrong e-mail address or password" ;;
    5) echo "the service is out of order" ;;
    68 | 69) echo "no connection to the service" ;;
    *) echo "cannot log in: status $status" ;;
  esac
}

log_in email=eve.holt@reqres.in password=cityslicka "$@"
log_in email=eve.holt@reqres.in password=wrong "$@"

# Nothing listens at port 1.
log_in email=eve.holt@reqres.in password=cityslicka "$@" --mock http://127.0.0.1:1
