import Foundation
import Testing

@Suite("Every message has a golden file")
struct WordingCoverageTests {
  /// Messages that no file and no response provokes: internal errors, and limits too large to test.
  static let unprovoked = [
    // Covered by KeptStateTests, with several runs.
    "another run has moved the state of '", " for another run that uses the state of '",
    "' was made with a secret that is no longer stored, or that this ",
    "the state is older than 'retention'", "a run is using the state of '",
    "' cannot be subtracted from '", "the kept value of 'since' was read with a secret",
    "two calls use the state of '",
    "' holds a secret, so it is not printed", ", so it stays as it was",
    // Covered by RowsCommandTests, PlacedRowsTests, ResultsBookTests and ResultsFileTests.
    ", and its last line says that it has ", "' both have part ", "', and others of ",
    "--part needs a file whose rows can be cut", "' has several rows", "' became invalid JSON: ",
    "' near the row at byte ", "cannot write the results to '", "the file of the rows has ",
    "' has the results of ", "', or the inputs or options of the run, have changed since '",
    " changed since '", ", but others have one of ", "the line at byte ",
    "' is not a line of results", "the loop has no file", " bytes, and others from one ",
    "another attempt has taken over the results in '",
    // A signal in the middle of a loop: CancelledRowsTests.
    "it was cancelled; the request may have taken effect",
    "there was no response", "a script ended without a result", "is not declared",
    "' cannot be evaluated", "' contains more than ",
    "there is no host to send the request to", "the output is not text",
    " cannot be computed on this machine", "the output is longer than",
    "the response is longer than the ", "the envelope is longer than the ",
    "there are more problems than the ", "' has more than ",
    // Covered by ProfileCertificateTests, with a plugin.
    "' does not know 'ca', 'cert' and 'pin' of the profile",
    // Covered by ProfileCertificateTests, with servers.
    "'key' of a profile has no effect without 'cert'",
    // Covered by RowsCommandTests.
    "' is no input, and the input '",
    // Covered by CookieTests.
    "' are of a run with the ",
    // Only a system without a home has no such folder.
    "the login cannot be kept: no folder for it is known",
    // Covered by FileRootTests, with homes, links and apicall's own folders.
    "' is not in the folder of the file that names it",
    "' leads to apicall's own files",
    // Covered by HostileProgramTests: only programs have texts that are in no file.
    "a text that is not in a file cannot name the file '",
    // Covered by the hostile files of CommandTests, which have links and trusted folders.
    " is a symbolic link that leads outside its folder",
    " is a symbolic link to a file that is not a project file",
    "' passes an environment variable to ",
    "' leads outside the project's folder, or to a hidden file",
    // Covered by LockedRunTests, and by HostileMemoryTests, HostileWorkTests and HostileWritesTests.
    ", which is granted for 'auth' and header fields, not for URLs and bodies",
    ", and a file that is not trusted ",
    "the request contains a value that was made from the secret '",
    "the bodies that the run holds take more than ", ", expressions take longer than ",
    "': a step did not save the file that is there",
    "' is in a trusted folder, and ",
    "the requests of all examples of ", "no files can be read here", "a value is not JSON: ",
    " cleanups wait for the end of the script", ", which is a terminal",
    "' cannot be a list: ", " files are called",
    "' of iteration ", "the results of the iterations of the step '",
    "the output of all iterations is longer than ",
    "the rows to ", "the rows exceed ",
    // Covered by BatchRowsTests.
    " rows are longer than ", "the rows of a batch cannot be a list: ",
    // Covered by RowMakerTests.
    "is nested too deeply", "the rows are nested too deeply",
    "a response is not text and would garble the terminal", "nothing can be saved here",
    "' saves more than ",
    // Covered by PathsThatLeadNowhereTests and ReceivedTextTests.
    "'sort' takes values of one type, but ",
    "rows cannot be made of the text of a response that no ",
    // Covered by StoredOutputTests, at a terminal.
    "' is not stored as the secret '",
    // Covered by SeriesTests, which limits the number of descriptors.
    "cannot open a connection to ",
    // Covered by SessionProblemTests.
    " s for another process that requests the same token",
    "there is no folder for the ", "' is not yours alone: others may ",
    "' cannot be read as a ", ", which this version of apicall cannot read",
    "', which another process keeps locked", " for another process that makes the call '",
    "' cannot be kept: they exceed ",
    // Covered by RecordingFaultTests, with files of recordings.
    "'sha256' takes 64 hexadecimal digits", "the exchange has no request with a method",
    "the request has no URL", "the exchange has neither a response nor a failure",
    "the part has no content", "the file is not a recording of apicall",
    "the recording has no moment", "the recording is empty", "' is not text in ISO 8859-1",
  ]

  /// Returns the longest plain text in each message of a source file.
  private static func messages(in source: String) -> [String] {
    let call =
      /(?:report|Message|Failure|self\.init)\(\s*(?:\.\w+,\s*)?"((?:[^"\\]|\\[^(]|\\\((?:[^()"]|\([^()]*\)|"[^"]*")*\))*)"/
    let interpolation = /\\\((?:[^()"]|\([^()]*\)|"[^"]*")*\)/
    return source.matches(of: call).compactMap { match in
      String(match.1).split(separator: interpolation)
        .map { String($0).replacing("\\\"", with: "\"") }
        .max { $0.count < $1.count }
    }
  }

  /// The folders of golden files and of transcripts.
  private static let folders =
    ["diagnostics", "envelopes", "exchanges", "pages", "saving", "wrong-responses"].map {
      "Tests/APICallRunTests/Golden/\($0)"
    } + ["scripts", "wrong-steps"].map { "Tests/APICallScriptsTests/Golden/\($0)" }
    + ["Tests/CommandTests/Transcripts"]

  /// The text of all golden files; a search of these bytes is faster than one of a text.
  private static let golden = Result {
    Data(
      try folders.flatMap { folder in
        try Place.files(in: folder, suffix: ".txt").map { try Place.text("\(folder)/\($0)") }
      }.joined().utf8)
  }

  /// The messages of all source files.
  private static let allMessages = Result {
    try [
      "APICallText", "APICallSafety", "APICallBase", "APICallHTTP", "APICallContracts",
      "APICallLanguage", "APICallModel", "APICallReading", "APICallRequests", "APICallResponses",
      "APICallRun", "APICallScripts",
    ]
    .flatMap { target in
      let all = FileManager.default.enumerator(atPath: "\(Place.package)/Sources/\(target)")
      return try #require(all?.allObjects as? [String]).map { "Sources/\(target)/\($0)" }
    }
    .filter { $0.hasSuffix(".swift") }
    .flatMap { file in
      messages(in: try Place.text(file)).map { (file: file, message: $0) }
    }
  }

  @Test("Every message of the sources is in some golden file")
  func messages() throws {
    let golden = try Self.golden.get()
    let all = try Self.allMessages.get()
    for (file, message) in all {
      let isProvoked =
        golden.range(of: Data(message.utf8)) != nil
        || Self.unprovoked.contains { message.contains($0) }
      #expect(
        isProvoked,
        "\(file) says '\(message)'; add a file to Tests/APICallRunTests/Golden/diagnostics/")
    }
    #expect(all.count > 70)
  }

  @Test("Every exception is part of a message of the sources, and in no golden file")
  func exceptions() throws {
    let golden = try Self.golden.get()
    let all = try Self.allMessages.get()
    for exception in Self.unprovoked {
      #expect(all.contains { $0.message.contains(exception) }, "no message has '\(exception)'")
      let isGolden = golden.range(of: Data(exception.utf8)) != nil
      #expect(!isGolden, "a golden file has '\(exception)'")
    }
  }
}
