#!/bin/sh
# Makes the calls of job.yaml for all rows of a file, on one machine or over ssh, with GNU parallel.
#
#   examples/scale/parallel.sh rows.ndjson out
#
# Eight workers take a hundred parts in turn. A part that ends with anything but 0 is tried five times; with
# --exit-final 0, failed rows are no reason. Another run of the same command makes what is left.
set -eu
rows=$1 out=$2
shift 2
mkdir -p "$out"
parallel -j 8 --retries 5 --joblog "$out.log" \
  apicall run "$(dirname "$0")/job.yaml" --rows "$rows" --part {}/100 --results "$out/{}.ndjson" \
  --resume --exit-final 0 -j 16 "$@" ::: $(seq 100)
apicall results "$out"
