/// What other programs' options are called here.
enum OptionHabits {
  /// An option of curl, HTTPie or another program.
  private struct Habit {
    let names: [String]
    let hint: String

    init(_ names: String, _ hint: String) {
      self.names = names.split(separator: " ").map(String.init)
      self.hint = hint
    }
  }

  /// The hint for an option that is known from elsewhere; nil for any other.
  static func hint(for option: String) -> String? {
    all.first { $0.names.contains(option) }?.hint
  }

  private static let all = [
    Habit(
      "-X --request --method",
      "write 'method: POST' into the file, --set method=POST, or 'apicall post URL' without a file"),
    Habit(
      "-d --data --data-raw --data-binary --data-urlencode --json --body --raw",
      "give the file's inputs as name=value; --set json.NAME=VALUE sets a part of the body, and "
        + "'apicall post URL name=value' needs no file"),
    Habit(
      "-F --form-string",
      "write 'multipart:' into the file, or 'apicall post URL --form name@FILE' without a file"),
    Habit(
      "-u --user -a --auth",
      "write 'auth: {type: basic, username: NAME, password: <secret.NAME>}' into the file, or "
        + "use --netrc"),
    Habit(
      "-b --cookie --cookie-jar -c",
      "-H 'Cookie: name=value' sends a cookie; a file keeps one in 'outputs'"),
    Habit("-e --referer", "-H 'Referer: URL' sets the field"),
    Habit("-A --user-agent", "-H 'User-Agent: NAME' sets the field"),
    Habit("-G --get", "--query name=value adds an item to the query"),
    Habit("-L --location", "--follow follows redirects, --follow=5 up to 5"),
    Habit("--max-redirs", "--follow=N follows up to N redirects"),
    Habit(
      "-i --include",
      "-v shows status and header fields; --print headers.NAME prints one, --envelope all of them"),
    Habit("-I --head", "'apicall head URL', or 'method: HEAD' in the file"),
    Habit(
      "-s --silent -S --show-error -q --quiet",
      "only the response goes to standard output; --no-progress and --no-warnings leave out the rest"
    ),
    Habit(
      "-f --fail-with-body --check-status",
      "leave it out: an unexpected status ends with exit status 3, 4 or 5"),
    Habit(
      "-O -J --remote-name --download", "--output DIR/ saves under the name that the server gives"),
    Habit("-C --continue-at", "--output FILE --continue resumes a download"),
    Habit("-m --max-time", "--timeout limits the time of the whole exchange, as in --timeout 30s"),
    Habit(
      "-w --write-out",
      "--print status prints the status; --envelope has everything, also the timings"),
    Habit("-x --proxy-url", "--proxy URL"),
    Habit("-E --certificate", "--cert FILE"),
    Habit("-T --upload-file", "write 'file: PATH' into the file, or 'apicall put URL @FILE'"),
    Habit("--compressed", "leave it out: responses are decompressed"),
    Habit(
      "--dry-run --offline --print-request",
      "'apicall show FILE' prints the request and sends nothing"),
    Habit("--pretty --indent", "--format json indents; on a terminal, that is usual"),
    Habit("--env --environment", "--profile NAME uses a profile of apicall.yaml"),
    Habit("--variable --var", "give the file's inputs as name=value"),
    Habit("--filter", "--select '$.path' takes a part of the body; --jq EXPR needs the plugin jq"),
    Habit("--trace --debug", "-v shows the exchange, --events FILE all of it as JSON lines"),
    Habit("--session-read-only", "--no-session uses no session"),
    Habit("--parallel -P", "--jobs N runs up to N files at a time"),
    Habit("--test", "'apicall test' runs tests"),
  ]
}
