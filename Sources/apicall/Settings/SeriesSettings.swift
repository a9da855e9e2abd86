import APICallBase

/// How several files are run, as the command line says it.
struct SeriesSettings {
  /// The most calls that are under way at a time.
  private static let mostJobs = 256

  /// How many calls are under way at a time.
  var jobs = 1
  /// Whether the files behind one that failed are run all the same.
  var keepsGoing = false
  /// Whether a request is refused while the same one is under way.
  var refusesDuplicates = false

  init() {}

  /// Reads the options.
  ///
  /// - Throws: a ``Failure`` with exit status 64.
  init(_ scanned: ArgumentScanner.Scanned) throws(Failure) {
    keepsGoing = scanned.flags.contains("--keep-going")
    refusesDuplicates = scanned.flags.contains("--no-duplicates")
    guard let text = scanned.values(of: "-j", "--jobs").last else { return }
    guard let number = Int(text), (1...Self.mostJobs).contains(number) else {
      throw Failure(
        .usage, "--jobs: '\(text)' is not a number of calls",
        hint: "write a whole number from 1 to \(Self.mostJobs), as in --jobs 8")
    }
    jobs = number
  }
}
