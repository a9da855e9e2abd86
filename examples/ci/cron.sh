#!/bin/sh
# A job of cron that tests a service. It prints nothing if all is well, and otherwise what failed, which
# cron mails to MAILTO.
#
# usage: cron.sh smoke|drift [option of apicall]...
#
#   smoke  runs the script smoke-test.yaml of the project
#   drift  compares the responses of the service with the recorded ones
#
# In the crontab:
#
#   MAILTO=team@example.com
#   */10 * * * *  $HOME/shop/cron.sh smoke
#   30 4 * * *    $HOME/shop/cron.sh drift
#
# The last report of a run that passed is smoke.html, and that of a run that failed smoke.failed.html.
set -eu

# cron sets a short PATH. Build apicall once with install-apicall.sh, or as root into /usr/local.
PATH=$PATH:/usr/local/bin

# CHANGE: the folder of the project, that of the reports, and the time limit of a run in seconds.
project=${PROJECT:-$HOME/shop}
reports=${REPORTS:-$HOME/reports}
limit=${LIMIT:-300}

job=${1:-}
case $job in
  smoke | drift) shift ;;
  *) echo 'usage: cron.sh smoke|drift [option of apicall]...' >&2; exit 64 ;;
esac

mkdir -p "$reports"
cd "$project"

# apicall inherits the lock, so the lock lasts as long as the calls.
exec 9>"$reports/$job.lock"
if ! flock --nonblock 9; then
  echo "cron.sh: another '$job' is still running" >&2
  exit 75
fi

# run COMMAND... stops a command at the time limit. After the first signal, apicall runs the cleanups of
# a script and writes its report.
status=0
run() {
  timeout --kill-after=30 "$limit" "$@" >"$reports/$job.log" 2>&1 || status=$?
}

new=$reports/$job.new.html
rm -f "$new"
case $job in
  smoke) run apicall run smoke-test.yaml --report html="$new" "$@" ;;
  drift) run apicall test --drift --report html="$new" "$@" ;;
esac

kept=$reports/$job.html
if [ "$status" -ne 0 ]; then
  kept=$reports/$job.failed.html
  if [ "$status" -eq 124 ]; then
    echo "$job: stopped after $limit seconds"
  else
    echo "$job: exit status $status"
  fi
  cat "$reports/$job.log"
fi
if [ -e "$new" ]; then mv -f "$new" "$kept"; fi
exit "$status"
