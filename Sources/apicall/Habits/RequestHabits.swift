/// What options of curl and HTTPie are called in the commands without a file.
enum RequestHabits {
  /// The hint for an option; that of ``OptionHabits`` for the others.
  ///
  /// - Parameter option: the option as it is typed.
  /// - Returns: the hint; nil for an option that is not known from elsewhere.
  static func hint(for option: String) -> String? {
    all.first { $0.names.split(separator: " ").contains(option[...]) }?.hint
      ?? OptionHabits.hint(for: option)
  }

  private static let all: [(names: String, hint: String)] = [
    ("-X --request --method", "the command is the method, as in 'apicall put URL'"),
    (
      "-d --data --data-raw --data-binary --data-urlencode --json -j --body --raw --data-ascii",
      "write name=value for JSON, with --form for a form, and @FILE for a whole body"
    ),
    ("-f -F --form-string --multipart", "write --form for a form, and name@FILE for a file in it"),
    ("-u --user -a --auth --basic --bearer", "write Authorization:@FILE, or use --netrc"),
    ("-b --cookie -c --cookie-jar --cookies", "write 'Cookie:name=value'"),
    ("-A --user-agent", "write User-Agent:NAME"), ("-e --referer", "write Referer:URL"),
    ("-G --get --url-query --params", "write name==value for an item of the query"),
    ("-T --upload-file", "'apicall put URL @FILE' sends a file"),
    ("-I --head", "'apicall head URL'"), ("-n", "--netrc uses your netrc file"),
    ("-D --dump-header", "-v shows the header fields, --print headers.NAME prints one"),
    ("--headers", "write Name:value for a header field; -v shows those of the response"),
    ("-p -h", "--print status and --print headers.NAME print parts of the response"),
    ("--http1.1 --http2", "--http-version 1.1 or 2"), ("--verify", "--cacert FILE, or --insecure"),
    ("-r --range", "write Range:bytes=0-99"),
    ("-N --no-buffer --stream -S", "streams are printed as they arrive"),
    (
      "--dry-run --offline --print-request",
      "--save FILE writes the request as a file, and 'apicall show FILE' prints it"
    ),
    ("--retry-delay", "a file sets 'retry: {every: 2s}'; --save FILE writes the file"),
    ("--style --pretty --indent", "--format json indents; --color chooses when to colour"),
    ("--ignore-stdin", "leave it out: standard input is read only for @-"),
  ]
}
