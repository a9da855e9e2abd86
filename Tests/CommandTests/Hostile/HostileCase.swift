import Foundation

/// An attack by a file, and the expected result.
struct HostileCase: Sendable {
  /// The expected result of a run.
  struct Wanted: Sendable {
    /// The accepted exit statuses.
    var statuses: [Int32]
    /// The requests that servers may receive, such as `A POST /login`.
    ///
    /// A refused run makes these or fewer, in this order; a successful run makes all of them.
    var requests: [String]
    /// A server that receives a request, in place of the list of all requests.
    var reaches: String?
    /// Texts that standard error has to contain.
    var says: [String] = []
    /// The expected standard output.
    var output: String?
    /// Texts that standard error must not contain.
    var hides: [String] = []
    /// Texts that requests have to contain, by server and method and path.
    var holds: [String: String] = [:]

    var isRefusal: Bool { statuses.contains(77) }

    /// Expects that the run is refused with 77.
    ///
    /// - Parameters:
    ///   - requests: the requests allowed before; none if the file itself shows the attack.
    ///   - says: the texts of the message.
    ///   - statuses: the accepted exit statuses.
    /// - Returns: the expected result.
    static func refused(
      after requests: [String] = [], _ says: [String], statuses: [Int32] = [77]
    ) -> Wanted {
      Wanted(statuses: statuses, requests: requests, says: says)
    }

    /// Expects that the run succeeds, and that servers receive these requests.
    static func works(
      _ requests: [String], output: String? = nil, holds: [String: String] = [:],
      says: [String] = []
    ) -> Wanted {
      Wanted(statuses: [0], requests: requests, says: says, output: output, holds: holds)
    }
  }

  /// The texts of the message about one secret at one origin: the secret, its origin, the other
  /// origin, and the hint.
  static let allow = ["'key'", "$A", "$B", "apicall secrets allow key --origin $B"]
  /// The same if the hint is to trust the folder.
  static let trust = ["'key'", "$A", "$B", "apicall trust"]
  /// The same if either hint is right.
  static let either = ["'key'", "$A", "$B", "apicall secrets allow key --origin $B|apicall trust"]

  var testDescription: String
  var files: [String: String]
  var replies: [String: HostileReply] = [:]
  /// The command lines; all but the last one have to succeed.
  var typed: [String] = ["run main.yaml"]
  /// The folders that are trusted.
  var trusted: [String] = []
  /// The lines of the file of grants; nil if the files are granted everything, so that only the
  /// rules about values stop them.
  var granted: [String]?
  /// The stored secrets, and their origins.
  var stored: [String: String] = ["key": "$A"]
  /// Whether they are stored as environment variables.
  var isInVariables = false
  var variables: [String: String] = [:]
  /// Other texts that no message shows, and the servers that may receive them.
  var kept: [String: String] = [:]
  /// A rule that is switched off.
  var ruleOff: String?
  /// The exit status of its honest twin.
  var twinStatus: Int32 = 0
  var wanted: Wanted

  /// Runs it, and lists what is wrong.
  func problems() throws -> [String] { try outcome().problems }

  /// The result of a run.
  struct Outcome {
    var problems: [String]
    var status: String
    var heard: [String]
    var leaks: [String]
    /// Whether servers received what they should, and no more.
    var isRight: Bool
  }

  /// Runs it.
  func outcome() throws -> Outcome {
    let project = try HostileProject(files, replies: replies)
    project.variables = variables
    if let ruleOff { project.variables[Place.ruleSwitch] = ruleOff }
    let values = ["key": project.names.key, "other": project.names.other]
    for (name, origins) in stored.sorted(by: { $0.key < $1.key }) {
      if isInVariables {
        project.variables["APICALL_SECRET_\(name.uppercased())"] = values[name]
        project.variables["APICALL_SECRET_\(name.uppercased())_ORIGINS"] = origins
      } else {
        try project.store(name, values[name] ?? name, for: origins)
      }
    }
    for folder in trusted { try project.trust(folder) }
    if let granted {
      try project.write(granted.map { "\($0)\n" }.joined(), to: "$HOME/state/apicall/grants")
    } else {
      let folders = files.keys.filter { $0.hasSuffix("/apicall.yaml") }
        .map { String($0.dropLast("/apicall.yaml".count)) }
      try project.grant(["key", "other"], in: folders)
    }
    var problems: [String] = []
    for line in typed.dropLast() {
      let run = try project.run(line)
      if run.ending != .exit(0) { problems.append("'\(line)' ended so: \(run.error)") }
    }
    let before = project.takeHeard()
    let run = try project.run(typed.last ?? "")
    let heard = project.takeHeard()

    let requests = heard.map { "\($0.server) \($0.request.method) \($0.request.path)" }
    let expected = "expected \(wanted.statuses), \(wanted.requests)"
    if !wanted.statuses.contains(where: { run.ending == .exit($0) }) {
      problems.append("exit status \(run.ending.status); \(expected)")
    }
    let isRight =
      if let server = wanted.reaches {
        requests.contains { $0.hasPrefix(server) }
      } else if wanted.isRefusal {
        wanted.requests.starts(with: requests)
      } else {
        wanted.requests.sorted() == requests.sorted()
      }
    if !isRight { problems.append("servers heard \(requests); \(expected)") }
    let leaks = leaks(in: before + heard, of: project, values)
    problems += leaks
    for text in wanted.says.map(project.names.fill) {
      if !text.split(separator: "|").contains(where: { run.error.contains($0) }) {
        problems.append("standard error does not contain \(text)")
      }
    }
    for text in wanted.hides.map(project.names.fill) where run.error.contains(text) {
      problems.append("standard error contains \(text)")
    }
    if let output = wanted.output, project.names.fill(output) != run.output {
      problems.append("standard output is \(run.output)")
    }
    for (request, text) in wanted.holds {
      let isThere = heard.contains {
        "\($0.server) \($0.request.method) \($0.request.path)" == request
          && $0.request.text.contains(project.names.fill(text))
      }
      if !isThere { problems.append("'\(request)' does not contain \(project.names.fill(text))") }
    }
    let messages = SearchedRequest(Array(run.error.utf8))
    for value in values.values + kept.keys.map(project.names.fill) {
      if let spelling = messages.spelling(of: SecretSpelling.all(of: value)) {
        problems.append("standard error shows a secret (\(spelling))")
      }
    }
    if !problems.isEmpty { problems.append("standard error:\n\(run.error)") }
    return Outcome(
      problems: problems, status: run.ending.status, heard: requests, leaks: leaks,
      isRight: isRight && leaks.isEmpty)
  }

  /// Returns the secrets that servers received but should not have.
  private func leaks(
    in heard: [(server: String, request: HeardRequest)], of project: HostileProject,
    _ values: [String: String]
  ) -> [String] {
    var secrets = stored.map { (name, origins) in
      (name, origins, SecretSpelling.all(of: values[name] ?? name))
    }
    for (text, origins) in kept {
      secrets.append((text, origins, SecretSpelling.all(of: project.names.fill(text))))
    }
    let mark = SecretSpelling.all(of: project.names.mark)
    return heard.flatMap { (server, request) -> [String] in
      let text = SearchedRequest(request.bytes)
      let line = "\(server) \(request.method) \(request.path)"
      var leaks = secrets.compactMap { (name, origins, spellings) -> String? in
        guard !origins.contains("$\(server)") else { return nil }
        return text.spelling(of: spellings).map { "LEAK: '\(line)' holds '\(name)' (\($0))" }
      }
      // Text from a server that a refused run should not have sent elsewhere.
      if wanted.isRefusal, server != "A", let spelling = text.spelling(of: mark) {
        leaks.append("LEAK: '\(line)' holds what A answered (\(spelling))")
      }
      return leaks
    }
  }
}

extension HostileCase {
  /// Returns the honest twin: the secret may go to both servers, and the same files work.
  ///
  /// - Parameter server: the other server that receives a request.
  /// - Returns: the twin.
  func allowed(reaching server: String = "B") -> HostileCase {
    var twin = HostileCase(
      testDescription: "\(testDescription): the secret is for both", files: files,
      replies: replies, typed: typed, trusted: trusted, wanted: .works([]))
    twin.wanted.reaches = server
    twin.stored = stored.mapValues { _ in "$A $B" }
    twin.isInVariables = true
    twin.variables = variables
    twin.wanted.statuses = [twinStatus]
    return twin
  }

  /// Returns the same case in a trusted folder.
  func inTrustedFolder(_ wanted: Wanted? = nil) -> HostileCase {
    var other = HostileCase(
      testDescription: "\(testDescription), in a trusted folder", files: files, replies: replies,
      typed: typed, trusted: ["."], stored: stored, wanted: wanted ?? self.wanted)
    (other.isInVariables, other.variables, other.kept) = (isInVariables, variables, kept)
    return other
  }
}
