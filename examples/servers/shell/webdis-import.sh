#!/bin/bash
# Sets the keys of a CSV file for a time, 16 in parallel: what webdis-import.yaml does.
#
#   webdis-import.sh URL ROWS FAILURES
#
# The file has the columns key, seconds and value, and no comma, quote or line break in a field.
set -euo pipefail

export SERVER=$1
rows=$2 failures=$3
WORK=$(mktemp -d)
export WORK
trap 'rm -rf "$WORK"' EXIT

# set_key LINE KEY SECONDS VALUE: makes a file LINE if the key is not set.
set_key() {
  local path
  path=$(jq -rn '$ARGS.positional | map(@uri) | join("/")' --args "$2" "$3")
  if ! printf %s "$4" | curl -sS --fail -m "${LIMIT:-60}" --upload-file - -o "$WORK/$1.out" \
    "$SERVER/SETEX/$path" || ! jq -e '.SETEX == [true, "OK"]' "$WORK/$1.out" >/dev/null; then
    echo "line $1: $(head -c 500 "$WORK/$1.out" 2>/dev/null)" >&2
    touch "$WORK/$1"
  fi
}
export -f set_key

line=1
tail -n +2 "$rows" | while IFS=, read -r key seconds value; do
  line=$((line + 1))
  printf '%s\0%s\0%s\0%s\0' "$line" "$key" "$seconds" "$value"
done | xargs --null --no-run-if-empty -n 4 -P 16 bash -c 'set_key "$@"' set_key

head -n 1 "$rows" >"$WORK/failed"
failed=0
for ((line = 2; line <= $(wc -l <"$rows"); line++)); do
  if [[ -e $WORK/$line ]]; then
    sed -n "${line}p" "$rows" >>"$WORK/failed"
    failed=$((failed + 1))
  fi
done
mv "$WORK/failed" "$failures"
if ((failed > 0)); then
  echo "${0##*/}: $failed rows failed" >&2
  exit 20
fi
