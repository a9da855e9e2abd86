#!/bin/sh
# Asks a service again that is out of order for a moment: here --fail takes its part.
#
#   examples/try-again.sh
set -eu

# Short pauses, for a trial: a service gets one second, two, four ...
title() {
  apicall run todos/get id=1 --print title --retry 3 --set retry.every=50ms "$@"
}

echo "out of order twice"
title --fail status=503,times=2 "$@"

# The message tells how often it was asked.
echo "out of order for long"
title --fail status=503 "$@" 2>&1 || echo "given up with $?"
