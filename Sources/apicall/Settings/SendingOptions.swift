import ArgumentParser

/// How a request is sent.
struct SendingOptions: ScannedOptions {
  @Option(
    help: ArgumentHelp(
      "What sends the request: \(ListedNames.requesters). Default: the file's 'requester', else "
        + "curl.",
      valueName: "name"))
  var requester: String?

  @Option(
    help: ArgumentHelp(
      "Send nothing, and fail as a call can: \(ListedNames.mishaps). status=503 and slow=10s say "
        + "more; with times=2 behind a comma, only so often.",
      valueName: "how"))
  var fail: String?

  @Option(
    help: ArgumentHelp(
      "Send the request to this server instead, over plain HTTP: one on this machine, such as "
        + "'apicall serve'.",
      valueName: "url"))
  var mock: String?

  @Option(
    help: ArgumentHelp(
      "The most pages of a list to ask for, where the file has 'paginate'.", valueName: "number"))
  var maxPages: String?

  @Flag(help: "Take it for no failure where a list has more pages than are asked for.")
  var allowPartial = false

  @Flag(help: "Send the request even where apicall.yaml guards its origin against the method.")
  var allowWrite = false

  @Option(
    help: ArgumentHelp(
      "Keep the outputs that other calls need in a session of that name, not in that of this "
        + "project.",
      valueName: "name"))
  var session: String?

  @Flag(help: "Keep no outputs that other calls need, and use none that are kept.")
  var noSession = false

  @Flag(help: "Of several files, run those behind one that failed, too.")
  var keepGoing = false

  @Option(
    name: [.customShort("j", allowingJoined: true), .long],
    help: ArgumentHelp(
      "Of several files, run so many at a time, 1 to 256. Default: 1.", valueName: "number"))
  var jobs: String?

  @Flag(help: "Of several files, refuse a request while the same one is under way.")
  var noDuplicates = false

  func add(to scanned: inout ArgumentScanner.Scanned) {
    scanned.add("--requester", requester)
    scanned.add("--fail", fail)
    scanned.add("--mock", mock)
    scanned.add("--max-pages", maxPages)
    scanned.add("--allow-partial", flag: allowPartial)
    scanned.add("--allow-write", flag: allowWrite)
    scanned.add("--session", session)
    scanned.add("--no-session", flag: noSession)
    scanned.add("--keep-going", flag: keepGoing)
    scanned.add("--jobs", jobs)
    scanned.add("--no-duplicates", flag: noDuplicates)
  }
}
