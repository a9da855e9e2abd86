import Foundation

/// What a file tries, and what has to hold.
struct HostileCase: Sendable {
  /// What a run comes to.
  struct Wanted: Sendable {
    /// The exit statuses that are right.
    var statuses: [Int32]
    /// The requests that servers may hear, such as `A POST /login`.
    ///
    /// A refused run makes these or fewer, in this order; a run that works makes all of them.
    var requests: [String]
    /// A server that hears something, in place of the list of all requests.
    var reaches: String?
    /// What standard error has to contain.
    var says: [String] = []
    /// What standard output has to be.
    var output: String?
    /// What standard error must not contain.
    var hides: [String] = []
    /// Texts that requests have to contain, by server and method and path.
    var holds: [String: String] = [:]

    var isRefusal: Bool { statuses.contains(77) }

    /// It is refused with 77.
    ///
    /// - Parameters:
    ///   - requests: what may be sent before; none where the file itself shows it.
    ///   - says: what the message contains.
    ///   - statuses: the exit statuses, where others are as good.
    /// - Returns: what is wanted.
    static func refused(
      after requests: [String] = [], _ says: [String], statuses: [Int32] = [77]
    ) -> Wanted {
      Wanted(statuses: statuses, requests: requests, says: says)
    }

    /// It works, and servers hear these requests.
    static func works(
      _ requests: [String], output: String? = nil, holds: [String: String] = [:],
      says: [String] = []
    ) -> Wanted {
      Wanted(statuses: [0], requests: requests, says: says, output: output, holds: holds)
    }
  }

  /// What the message about one secret at one origin contains: the secret, where it may go, where it
  /// would have gone, and the way out.
  static let allow = ["'key'", "$A", "$B", "apicall secrets allow key --origin $B"]
  /// The same where to trust the folder is the way out.
  static let trust = ["'key'", "$A", "$B", "apicall trust"]
  /// The same where either is.
  static let either = ["'key'", "$A", "$B", "apicall secrets allow key --origin $B|apicall trust"]

  var testDescription: String
  var files: [String: String]
  var replies: [String: HostileReply] = [:]
  /// The command lines; all but the last one have to succeed.
  var typed: [String] = ["run main.yaml"]
  /// The folders that are trusted.
  var trusted: [String] = []
  /// The secrets that are stored, and their origins.
  var stored: [String: String] = ["key": "$A"]
  /// Whether they are stored as variables of the environment.
  var isInVariables = false
  var variables: [String: String] = [:]
  /// Texts besides the stored secrets that no message shows, and the servers that may hear them.
  var kept: [String: String] = [:]
  /// A row of the tables of rules that does not hold.
  var ruleOff: String?
  /// The exit status of its honest twin.
  var twinStatus: Int32 = 0
  var wanted: Wanted

  /// Runs it, and lists what is wrong.
  func problems() throws -> [String] { try outcome().problems }

  /// What a run came to.
  struct Outcome {
    var problems: [String]
    var status: String
    var heard: [String]
    var leaks: [String]
    /// Whether servers heard what they were to hear, and no more.
    var isRight: Bool
  }

  /// Runs it.
  func outcome() throws -> Outcome {
    let project = try HostileProject(files, replies: replies)
    project.variables = variables
    if let ruleOff { project.variables[HostileProject.ruleSwitch] = ruleOff }
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

  /// What servers heard that is not for them.
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
      // What a server made up and a refused run was not to send elsewhere.
      if wanted.isRefusal, server != "A", let spelling = text.spelling(of: mark) {
        leaks.append("LEAK: '\(line)' holds what A answered (\(spelling))")
      }
      return leaks
    }
  }
}

extension HostileCase {
  /// The honest twin: the secret may go to both servers, and the same files work.
  ///
  /// - Parameter server: the one that then hears of it.
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

  /// The same in a trusted folder.
  func inTrustedFolder(_ wanted: Wanted? = nil) -> HostileCase {
    var other = HostileCase(
      testDescription: "\(testDescription), in a trusted folder", files: files, replies: replies,
      typed: typed, trusted: ["."], stored: stored, wanted: wanted ?? self.wanted)
    (other.isInVariables, other.variables, other.kept) = (isInVariables, variables, kept)
    return other
  }
}
