/// What options of curl and HTTPie are called in the commands without a file.
enum RequestHabits {
  /// The hint for an option; that of ``OptionHabits`` for the others.
  ///
  /// Returns the hint; nil for an option that is not known from elsewhere.
  static func hint(for option: String) -> String? {
    HabitTable.hint(for: option, in: all) ?? OptionHabits.hint(for: option)
  }

  private static let all = """
    -X --request --method => the command is the method, as in 'apicall put URL'
    -d --data --data-raw --data-binary --data-urlencode --json -j --body --raw --data-ascii \
      --json-body --input => \
      write name=value for JSON, with --form for a form, and @FILE for a whole body
    -f -F --form-string --multipart --boundary => \
      write --form for a form, and name@FILE for a file in it
    -u --user -a --auth --basic --auth-type --digest --username --password --ask-pass => \
      use --netrc, or write 'auth: {type: basic, username: NAME, password: <secret.NAME>}' into a \
        file
    --bearer --token --oauth2-bearer --api-key --secret --secrets => \
      write Authorization:@FILE for a file that has the whole value, such as 'Bearer TOKEN'
    -b --cookie -c --cookie-jar --cookies => write 'Cookie:name=value'
    -A --user-agent => write User-Agent:NAME
    -e --referer => write Referer:URL
    --rsh-header --add-header => write Name:value
    -G --get --url-query --params --param => write name==value for an item of the query
    --rsh-query -q => write name==value for an item of the query; only the response is printed
    -T --upload-file => 'apicall put URL @FILE' sends a file
    -I --head => 'apicall head URL'
    -n => --netrc uses your netrc file
    -D --dump-header => -v shows the header fields, --print headers.NAME prints one
    --headers => write Name:value for a header field; -v shows those of the response
    -p -h => --print status and --print headers.NAME print parts of the response
    -r --range => write Range:bytes=0-99
    -S --stream -N --no-buffer => streams are printed as they arrive
    --dry-run --offline --print-request --check --diff --preview => \
      --save FILE writes the request as a file, and 'apicall show FILE' prints it
    --curl --to-curl --print-curl --generate --generate-code --as-curl => \
      --save FILE writes the request as a file, and 'apicall show FILE --as curl' prints it
    --retry-delay --retry-interval --retry-max-time --retry-all-errors --retry-connrefused => \
      a file sets 'retry: {every: 2s}'; --save FILE writes the file
    --style --pretty --indent --unsorted --sorted --format-options --tab => \
      --format json indents; --color chooses when to colour
    --xml --file => write @FILE for a whole body, and Content-Type:application/xml
    --strict --ci --run => --save FILE writes a file for 'apicall test'
    --template --jinja => the shell can put values into the items
    --append => 'apicall get URL >> PATH' appends the response to a file
    --null-input --raw-input --inventory --become --sandbox --glob --remote-time --ftp-pasv \
      --scopes --loose --error-format --max-headers --max-filesize --shard-n => \
      leave it out: 'apicall get --help' lists the options
    --url --base-url --server => the URL is the first argument: 'apicall get URL'
    --variable --var --env-var --extra-vars --variables-file --vars --vars-file --env-file --arg \
      --environment --env --rsh-profile --stage => \
      --save FILE writes the request as a file, whose 'inputs:' and profiles can vary
    --sort --sort-by --limit --count --slurp --where => \
      --select '$.path' takes a part of the body; a file has 'sort:', 'limit:' and 'where:', too
    --test --tests-only --grep --tag --tags => --save FILE writes a file for 'apicall test'
    --exit-status --rsh-no-paginate --no-paginate --next --bail --fail-fast --fail-early => \
      leave it out: the command makes one call, and an unexpected status is its exit status
    --ignore-stdin => leave it out: standard input is read only for @-
    """
}
