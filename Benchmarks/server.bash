# shellcheck shell=bash
# The common parts of run and growth, to be sourced in this folder: a temporary folder, a separate
# nginx on loopback with documents, and measure. All of it is removed when the script ends.
#
# Sets apicall, work, specs, http, https, store and bundle.

apicall=$(realpath -m "${APICALL:-../.build/release/apicall}")
if [ ! -x "$apicall" ]; then
  echo "Benchmarks: $apicall does not exist: run make first, or set APICALL" >&2
  exit 66
fi

../make/packages benchmarks

# shellcheck source=nginx.bash
. ./nginx.bash

# Creates a certificate for 127.0.0.1, and adds its CA certificate to a copy of the system's store.
# The clients read a store of full size, and the system's own store does not change.
certify() (
  cd "$work" || exit
  exec 2>openssl.log
  openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj '/CN=apicall benchmarks' \
    -keyout ca.key -out ca.crt
  openssl req -newkey rsa:2048 -nodes -subj '/CN=127.0.0.1' -keyout server.key -out server.csr
  openssl x509 -req -in server.csr -CA ca.crt -CAkey ca.key -days 2 -out server.crt \
    -extfile <(echo 'subjectAltName=IP:127.0.0.1')
  cp -R /etc/ssl/certs store
  cp ca.crt store/apicall-benchmarks.pem
  ln -s apicall-benchmarks.pem "store/$(openssl x509 -hash -noout -in ca.crt).0"
  cat ca.crt >>store/ca-certificates.crt
)

documents() (
  mkdir -p "$work/documents" "$work/temporary"
  cd "$work/documents" || exit
  cat >small.json <<'END'
{"data":{"id":2,"email":"janet.weaver@reqres.in","first_name":"Janet","last_name":"Weaver",
"avatar":"https://reqres.in/img/faces/2-image.jpg"},
"support":{"text":"These servers are paid for by the people using it."}}
END
  head -c 20000000 /dev/urandom >body.bin
  truncate -s 200000000 file.bin
  truncate -s 2000000000 large.bin
  people 1000000 >people.json
  items 20 >items.json
  items 100 >long.json
)

# items NUMBER: prints so many times the items of people.json, as one document.
items() {
  local i
  sed 's/^{"page":1,"items":\[//; s/\],"next":null}$//' people.json >people
  printf '{"page":1,"items":['
  for ((i = 1; i <= $1; i++)); do
    cat people
    ((i == $1)) || printf ,
  done
  printf '],"total":%d}' "$1"
}

# people BYTES: prints at least this much JSON in the form of typical services: nested records
# without spaces.
people() {
  LC_ALL=C awk -v wanted="$1" '
    function any(limit) { seed = seed * 16807 % 2147483647; return seed % limit }
    function one(list, parts) { return parts[1 + any(split(list, parts, "|"))] }
    function person(id, name) {
      name = one("Zoë|Jürgen|Мария|李雷|Janet|Tobias|Ngozi|Ana María")
      return sprintf("{\"id\":%d,\"name\":\"%s\",\"email\":\"user%d@mail.example\",\"active\":%s,\"score\":%d.%02d,\"address\":{\"city\":\"%s\",\"geo\":{\"lat\":%.6f,\"lon\":-%.5f}},\"tags\":[\"%s\",\"%s\"],\"manager\":%s,\"note\":\"%s\"}",
        id, name, id, one("true|false"), any(1000), any(100), one("Köln|Oslo|東京|Porto"),
        any(90000000) / 1000000, any(18000000) / 100000, one("new|vip|trial"), one("eu|us|apac"),
        one("null|17|null|4211"), one("Called twice.\\n\\\"Later\\\", she said. 😀|Pays by invoice, thirty days after it was sent.||See https:\\/\\/crm.example\\/t\\/" id))
    }
    BEGIN {
      seed = 20
      printf "{\"page\":1,\"items\":["
      while (size < wanted) {
        text = (size ? "," : "") person(++id)
        size += length(text)
        printf "%s", text
      }
      printf "],\"next\":null}"
    }'
}

cc -O2 -Wall -Wextra -std=c11 -static -o "$work/measure" measure.c
# The user's settings for these clients must not affect the results.
export HOME=$work
unset SSL_CERT_FILE SSL_CERT_DIR CURL_CA_BUNDLE CURL_HOME "${!XDG_@}" "${!APICALL_@}"
unset http_proxy https_proxy all_proxy no_proxy HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY
certify
documents
serve nginx.conf
# shellcheck disable=SC2034  # rows and growth use them
store=$work/store bundle=$work/store/ca-certificates.crt specs=$PWD/specs
