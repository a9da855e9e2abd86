#!/bin/sh
# Prints all pages of a list as one table of CSV.
#
#   examples/all-pages.sh --mock http://127.0.0.1:PORT
set -eu

# Each page says where the next one is; the file's 'paginate' has all of them asked for.
apicall run github/repos username=octocat per_page=2 --format csv "$@"
