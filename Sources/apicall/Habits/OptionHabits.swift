/// What other programs' options are called here.
enum OptionHabits {
  /// The hint for an option that is known from elsewhere; nil for any other.
  static func hint(for option: String) -> String? { HabitTable.hint(for: option, in: all) }

  private static let input = "give the file's inputs as name=value, or name:=JSON"

  private static let all = """
    -X --request --method => \
      write 'method: POST' into the file, --set method=POST, or 'apicall post URL' without a file
    -d --data --data-raw --data-binary --data-urlencode --data-ascii --json-body --body --raw => \
      give the file's inputs as name=value; --set json.NAME=VALUE sets a part of the body, and \
        'apicall post URL name=value' needs no file
    -F --form --form-string --multipart --boundary => \
      write 'multipart:' into the file, or 'apicall post URL --form name@FILE' without a file
    -u --user -a --auth --auth-type --basic --digest --username --password --ask-pass => \
      write 'auth: {type: basic, username: NAME, password: <secret.NAME>}' into the file, or use \
        --netrc
    --bearer --token --oauth2-bearer => \
      write 'auth: {type: bearer, token: <secret.NAME>}' into the file, after 'apicall secrets set \
        NAME --origin ORIGIN'
    --api-key --apikey => \
      write 'auth: {type: apikey, name: X-Api-Key, value: <secret.NAME>}' into the file
    --secret --secrets => \
      'apicall secrets set NAME --origin ORIGIN' stores a secret, which a file names as \
        <secret.NAME>
    -b --cookie --cookies --cookie-jar -c => \
      -H 'Cookie: name=value' sends a cookie; a file keeps one in 'outputs'
    -e --referer => -H 'Referer: URL' sets the field
    -A --user-agent => -H 'User-Agent: NAME' sets the field
    -r --range => -H 'Range: bytes=0-99' asks for a part
    --etag-save --etag-compare -z --time-cond => -H 'If-None-Match: ETAG' sets the field
    -G --get --url-query --params --param => --query name=value adds an item to the query
    -L --location --max-redirs --max-redirects --location-trusted => \
      --follow follows redirects, --follow=5 up to 5
    -i --include --headers -D --dump-header => \
      -v shows status and header fields; --print headers.NAME prints one, --envelope all of them
    -I --head => 'apicall head URL', or 'method: HEAD' in the file
    -s --silent -S --show-error -q --quiet -sS -Ss => \
      only the response goes to standard output; --no-progress and --no-warnings leave out the \
        rest
    -f --fail -sf -fsS -fsSL --fail-with-body --check-status --error-exitcode => \
      leave it out: an unexpected status ends with exit status 3, 4 or 5
    -O -J --remote-name --remote-header-name --download --save => \
      --output DIR/ saves under the name that the server gives
    --out --output-file --output-dir --dest => --output FILE or DIR/ saves the response
    --create-dirs => create the folder with 'mkdir -p' first
    -C --continue-at => --output FILE --continue resumes a download
    -m --max-time => --timeout limits the time of the whole exchange, as in --timeout 30s
    -w --write-out --meta => \
      --print status prints the status; --envelope has everything, also the timings
    -x --proxy-url --preproxy --socks5 => --proxy URL
    --no-proxy => --noproxy HOSTS
    -E --certificate --cert-type => --cert FILE
    --ca --ca-cert --ca-bundle => --cacert FILE
    --cert-key --key-type => --key FILE
    --tlsv1.2 --tlsv1.3 --ssl => --tls-min 1.2 or 1.3
    --verify --no-verify --no-check-certificate --ssl-no-revoke => --cacert FILE, or --insecure
    --http1.0 --http1.1 --http2 --http3 => --http-version 1.1 or 2
    --http2-prior-knowledge => --http-version 2-prior-knowledge
    -T --upload-file => write 'file: PATH' into the file, or 'apicall put URL @FILE'
    --compressed --compress => leave it out: responses are decompressed
    -g --globoff --path-as-is --no-keepalive --keepalive-time -N --no-buffer --stream \
      --ignore-stdin --no-pager --chunked --tcp-nodelay => \
      leave it out: apicall needs no such option
    --dry-run --offline --print-request --check --diff --preview => \
      'apicall show FILE' prints the request and sends nothing
    --curl --to-curl --print-curl --generate --generate-code --as-curl => \
      'apicall show FILE --as curl' prints the call as a command line of curl
    --pretty --indent --style --unsorted --sorted --format-options --tab => \
      --format json indents; on a terminal, that is usual
    --compact-output --output-format --raw-output --yaml --csv --table --rsh-output-format => \
      --format NAME: compact, yaml, csv, table, lines or raw
    --env --environment --stage --workspace --rsh-profile => \
      --profile NAME uses a profile of apicall.yaml
    --variable --var --env-var --global-var --extra-vars --arg --argjson --data-var --input => \
      \(input)
    --variables-file --vars --vars-file --env-file --globals => \(input), or name@=FILE
    --url --base-url --server => --host URL sets the host; 'apicall get URL' needs no file
    --filter --rsh-filter --query-path --where => \
      --select '$.path' takes a part of the body; --jq EXPR needs the plugin jq
    --fields --members => --columns NAME,NAME prints only these members
    --sort --sort-by --limit --count --slurp => the file has 'sort:', 'limit:' and 'group:'
    -p --print-body --print-headers --no-body => \
      --print status and --print headers.NAME print parts of the response
    --all --history-print => -v shows every exchange, redirects as well
    --trace --trace-ascii --debug --log --log-level --loglevel --very-verbose -vv -vvv --stderr => \
      -v shows the exchange, --events FILE all of it as JSON lines
    --session-read-only => --no-session uses no session
    --parallel -P -Z --parallel-max --concurrency --workers --threads --forks => \
      --jobs N runs up to N files at a time
    --fail-fast --bail --fail-early => leave it out: the run stops at the first failure
    --keep-running --no-fail-fast => --keep-going goes on after a file fails
    --retry-delay --retry-interval --retry-max-time --retry-all-errors --retry-connrefused => \
      write 'retry: {times: 3, every: 2s}' into the file
    --rate --delay --delay-request --repeat --iterations --iteration-count --loop => \
      a step of a script has 'each:', 'rate:' and 'parallel:'
    --iteration-data --data-file --from-csv => \
      a step of a script has 'each: {csv: FILE}' for the rows of a file
    --from-entry --to-entry --start-at-task --folder --only --step => \
      name the files to run; the steps of a script run in order, each if its 'if:' holds
    --skip-tags --tags --tag => 'apicall test --tag NAME' selects the cases with a tag
    --test --tests-only --grep => 'apicall test' runs tests
    --update --snapshot --update-golden => 'apicall test --update' accepts changed output
    --junit --tap --html --report-junit --report-html --report-tap --report-json --reporter \
      --reporters --reporter-json --reporter-junit => \
      --report KIND=FILE writes a report, as in --report junit=report.xml
    --suppress-exit-code --exit-zero => 'apicall run FILE || true' ignores the exit status
    --exit-status => leave it out: 'expect:' in the file decides, with exit status 9
    --rsh-no-paginate --no-paginate => --max-pages 1 requests the first page alone
    --rsh-header --add-header => -H 'Name: value' sets a header field
    --no-color --nocolor --monochrome-output --color-output => --color never or always
    --dns-servers --interface => --resolve HOST:PORT:ADDRESS sets the address of a host
    --speed-limit --max-rate => --limit-rate SIZE limits the bytes per second
    --expect100-timeout --happy-eyeballs-timeout-ms --timeout-request --timeout-connect => \
      --timeout and --connect-timeout limit the time
    -K --config => each file has its options in its fields, common ones in apicall.yaml
    -V --version => 'apicall --version' prints the version
    --help-all => --help lists all
    -n => --netrc uses your netrc file
    --ntlm --negotiate --anyauth --aws-sigv4 => the types of 'auth:' are in 'apicall help auth'
    --watch => a shell can repeat it: while sleep 5; do apicall run FILE; done
    --overwrite --force -y --yes => leave it out: --output replaces the file
    --file => name the file itself: apicall run FILE; a file input is name=PATH
    --progress-bar => --progress shows the progress
    --xml => write 'text:' and 'type: application/xml' into the file
    --template --jinja => a placeholder <name> in the file stands for a value
    --append => 'apicall run FILE >> PATH' appends the response to a file
    --response-charset --response-mime --response-as => --decode NAME sets how it is read
    --null-input --raw-input --inventory --become --sandbox --glob --remote-time --ftp-pasv \
      --scopes --loose --error-format => \
      leave it out: 'apicall run --help' lists the options
    --strict --ci --run => 'apicall test --help' lists the options of tests
    --next -: --then => name several files: apicall run FILE FILE
    --max-headers --max-filesize => write 'max_body: 1MiB' into the file to limit the body
    --jq => --jq EXPR has a jq program, such as --jq .items; --select takes a JSONPath
    --collection --from => name the file itself: apicall run FILE
    """
}

/// A table of names from elsewhere: each row has several names, an arrow, and the hint for them.
enum HabitTable {
  static func hint(for name: String, in table: String) -> String? {
    for row in table.split(separator: "\n") {
      let words = row.split(separator: " ")
      guard let arrow = words.firstIndex(of: "=>"), words[..<arrow].contains(name[...])
      else { continue }
      return words[(arrow + 1)...].joined(separator: " ")
    }
    return nil
  }
}
