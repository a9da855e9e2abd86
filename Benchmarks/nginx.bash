# shellcheck shell=bash
# A temporary folder and a separate nginx on loopback, to be sourced in this folder. Both are removed
# when the script ends.
#
# Sets work and nginx; serve sets http and https.

work=$(mktemp -d)
server=
clean_up() {
  if [ -n "$server" ]; then kill "$server" 2>/dev/null || true; wait "$server" 2>/dev/null || true; fi
  rm -rf "$work"
}
trap clean_up EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

# Prints the path of nginx. Debian's package is unpacked but not installed, because an installation
# would start it as a service.
find_nginx() {
  local unpacked=../.build/nginx
  if PATH=$PATH:/usr/sbin type -P nginx; then return; fi
  if [ ! -x "$unpacked/usr/sbin/nginx" ]; then
    mkdir -p "$unpacked"
    (cd "$work" && apt-get -qq -o APT::Sandbox::User= download nginx >&2 && dpkg-deb -x nginx_*.deb unpacked)
    cp -r "$work/unpacked/." "$unpacked"
  fi
  realpath "$unpacked/usr/sbin/nginx"
}

# serve CONFIGURATION: starts nginx, and sets http and https. It cannot choose a free port itself, so
# ports are tried until it starts.
serve() {
  for _ in {1..20}; do
    http=$((20000 + RANDOM % 12000)) https=$((http + 1))
    sed "s/@HTTP@/$http/; s/@HTTPS@/$https/" "$1" >"$work/nginx.conf"
    "$nginx" -p "$work" -e error.log -c nginx.conf -g 'daemon off;' &
    server=$!
    for _ in {1..50}; do
      kill -0 "$server" 2>/dev/null || break
      if curl -sf -o /dev/null "http://127.0.0.1:$http/small.json"; then
        http=http://127.0.0.1:$http https=https://127.0.0.1:$https
        return
      fi
      sleep 0.05
    done
    kill "$server" 2>/dev/null || true
    wait "$server" 2>/dev/null || true
  done
  cat "$work/error.log" >&2
  exit 1
}

# Prints the machine in one line, without its name. The load shows whether it was busy.
machine() {
  local model
  model=$(sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo | head -n 1)
  echo "$(uname -srm), ${model:+$model, }$(nproc) processors, load $(cut -d ' ' -f 1 /proc/loadavg)"
}

nginx=$(find_nginx)
