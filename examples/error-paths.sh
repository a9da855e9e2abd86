#!/bin/sh
# Tries out what a script does when a call fails: --fail takes the part of a broken server.
#
#   examples/error-paths.sh
set -eu

# What is to be tried: the e-mail address of a user. A service that is down for a moment is asked
# again, up to three times; what cannot be mended is told.
email_of() {
  user=$1
  shift
  for attempt in 1 2 3; do
    status=0
    email=$(apicall run reqres/user id="$user" --print email "$@" 2>/dev/null) || status=$?
    case $status in
      0) echo "$email"; return ;;
      2 | 5 | 68 | 69 | 74) echo "attempt $attempt failed with $status" ;;
      *) echo "given up with $status"; return ;;
    esac
  done
  echo "given up after $attempt attempts"
}

# The trial: each way that a call can fail has to lead to the right words.
for way in dns timeout reset status=503 status=404 garbage truncated; do
  echo "--fail $way"
  email_of 2 "$@" --fail "$way" | sed 's/^/  /'
done

echo "a service that works"
email_of 2 "$@" | sed 's/^/  /'
