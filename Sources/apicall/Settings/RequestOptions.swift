import ArgumentParser

/// What is sent, and where to, over what the file says.
struct RequestOptions: ScannedOptions {
  @Option(
    help: ArgumentHelp(
      "The profile of apicall.yaml to use. Default: APICALL_PROFILE, else its 'profile'.",
      valueName: "name"))
  var profile: String?

  @Option(
    help: ArgumentHelp(
      "The host in place of the file's or the profile's: scheme://host[:port][/base].",
      valueName: "url"))
  var host: String?

  @Option(
    name: [.customShort("H"), .long],
    help: ArgumentHelp(
      "A header field in place of the file's: 'Name: value'. 'Name:' leaves it out, 'Name;' sends "
        + "it empty. May be repeated.",
      valueName: "field"))
  var header: [String] = []

  @Option(
    help: ArgumentHelp(
      "An item of the query in place of the file's of that name. May be repeated.",
      valueName: "name=value"))
  var query: [String] = []

  @Option(
    help: ArgumentHelp(
      "Any field of the file, as in json.user.name=Ann or headers.X-Id=7. May be repeated.",
      valueName: "path=yaml"))
  var set: [String] = []

  @Option(
    help: ArgumentHelp("The limit on the whole exchange, such as 2s.", valueName: "time"))
  var timeout: String?

  @Option(
    help: ArgumentHelp(
      "The limit on the time until the connection stands, TLS included. Default: 10s.",
      valueName: "time"))
  var connectTimeout: String?

  @Option(
    help: ArgumentHelp(
      "Follow redirects, so many one after the other at most, as in --follow=5; "
        + "\(ArgumentScanner.usualRedirects) for --follow alone, and none for 0.",
      valueName: "n"))
  var follow: String?

  @Option(
    help: ArgumentHelp(
      "Send the request again so often at most where it failed in a way that may pass; 0 is never.",
      valueName: "times"))
  var retry: String?

  @Option(
    help: ArgumentHelp(
      "The decoder that reads the answer, whatever its Content-Type: \(ListedNames.decoders).",
      valueName: "name"))
  var decode: String?

  @Option(
    help: ArgumentHelp(
      "Set an option of a plugin that the call uses. May be repeated.", valueName: "name.key=value")
  )
  var opt: [String] = []

  @Option(
    help: ArgumentHelp(
      "Let the file read this variable of the environment, where an input names it. May be "
        + "repeated.",
      valueName: "name"))
  var allowEnv: [String] = []

  @Option(
    help: ArgumentHelp(
      "Let a stored secret, and what is made with it, go to this origin as well. May be repeated.",
      valueName: "name=origin"))
  var allowOrigin: [String] = []

  @Flag(
    help:
      "Authorise the request by your netrc file, and let the file read what it has for the host.")
  var netrc = false

  @OptionGroup var files: FileOptions

  func add(to scanned: inout ArgumentScanner.Scanned) {
    scanned.add("--profile", profile)
    scanned.add("--host", host)
    scanned.add("--header", each: header)
    scanned.add("--query", each: query)
    scanned.add("--set", each: set)
    scanned.add("--timeout", timeout)
    scanned.add("--connect-timeout", connectTimeout)
    scanned.add(ArgumentScanner.follow, follow)
    scanned.add("--retry", retry)
    scanned.add("--decode", decode)
    scanned.add("--opt", each: opt)
    scanned.add("--allow-env", each: allowEnv)
    scanned.add("--allow-origin", each: allowOrigin)
    scanned.add("--netrc", flag: netrc)
    scanned.add("--file-root", each: files.fileRoot)
  }
}

/// Which files specs may name.
struct FileOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "A folder whose files the spec may name, besides those of its project. May be repeated.",
      valueName: "dir"))
  var fileRoot: [String] = []
}
