import ArgumentParser

/// What is told of a run while it lasts.
struct ReportOptions: ScannedOptions {
  @Flag(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Show the header fields of the request and the answer, and where the time went, on standard "
        + "error, secrets masked."))
  var verbose = false

  @Option(
    help: ArgumentHelp(
      "Write what happens to a file while it does, as lines of JSON: apicall-events(5).",
      valueName: "file"))
  var events: String?

  @Flag(
    inversion: .prefixedNo,
    help: "Show how far a long transfer has come, also where a pipe takes the answer; or never.")
  var progress: Bool?

  func add(to scanned: inout ArgumentScanner.Scanned) {
    scanned.add("--verbose", flag: verbose)
    scanned.add("--events", events)
    if let progress { scanned.add(progress ? "--progress" : "--no-progress", flag: true) }
  }
}
