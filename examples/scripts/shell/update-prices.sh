#!/bin/bash
# Sets the prices that a CSV file lists, four at a time: what update-prices.yaml does.
#
#   SHOP_TOKEN=… update-prices.sh prices.csv
#
# The file has the columns sku and price first, and no quotes or commas in these two.
set -euo pipefail

: "${SHOP_URL:=https://shop.example.com/api}"
: "${SHOP_TOKEN:?is not set: it holds the token of the shop}"
export SHOP_URL

file=${1:?is missing: the table of prices}
if [[ ! -r $file ]]; then
  echo "${0##*/}: cannot read $file" >&2
  exit 66
fi
if [[ $(head -n 1 "$file") != sku,price* ]]; then
  echo "${0##*/}: $file does not begin with the columns sku and price" >&2
  exit 65
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
export work

# The token goes to curl by a file, so that it is not in the list of processes.
printf 'header = "Authorization: Bearer %s"\n' "$SHOP_TOKEN" > "$work/curlrc"

# set_price NUMBER SKU PRICE: the answer goes to $work/NUMBER.out, what went wrong to NUMBER.err.
set_price() {
  local out=$work/$1.out err=$work/$1.err sku=$2 price=$3 status try
  if [[ ! $sku =~ ^[A-Z]{3}-[0-9]{2}$ || ! $price =~ ^[0-9]+(\.[0-9]+)?$ ]]; then
    echo "line $1: '$sku,$price' is not the number of a product and a price" > "$err"
    return
  fi
  for try in 1 2 3 4; do
    status=$(curl --silent --show-error --config "$work/curlrc" --request PUT \
      --connect-timeout 10 --max-time 10 --output "$out" --write-out '%{http_code}' \
      --header 'Content-Type: application/json' --data "{\"price\":$price,\"currency\":\"NZD\"}" \
      "$SHOP_URL/products/$sku/price" 2> "$err") || break
    if [[ $status != 429 && $status != 503 ]]; then break; fi
    sleep "$try"
  done
  if [[ $status == 2?? ]] && jq --exit-status --compact-output . "$out" > "$out.json" 2> "$err"; then
    rm -f "$err"
    return
  fi
  echo "line $1: setting the price of $sku: status ${status:-000}" >> "$err"
  head -c 500 "$out" >> "$err" 2> /dev/null || true
}
export -f set_price

# At most 4 at a time, and 20 in a second: each begins a twentieth of a second after the one before.
number=1
tail -n +2 "$file" | while IFS=, read -r sku price _ || [[ -n $sku ]]; do
  number=$((number + 1))
  if [[ -z $price ]]; then continue; fi
  printf '%s\0%s\0%s\0' "$number" "$sku" "$price"
  sleep 0.05
done | xargs --null --no-run-if-empty -n 3 -P 4 bash -c 'set_price "$@"' set_price

# In the order of the file, however they ended.
failed=0
for ((line = 2; line <= $(wc -l < "$file") + 1; line++)); do
  if [[ -e $work/$line.err ]]; then
    cat "$work/$line.err" >&2
    failed=$((failed + 1))
  elif [[ -e $work/$line.out.json ]]; then
    cat "$work/$line.out.json"
  fi
done
if ((failed > 0)); then
  echo "${0##*/}: $failed prices were not set" >&2
  exit 1
fi
