import APICallBase
import APICallHTTP
import APICallLanguage
import APICallModel
import APICallPlugins
import APICallReading
import APICallRequests
import APICallResponses
import APICallRun
import TestWorlds

/// A file that a user could write, the command, and its output, read from a golden file.
///
/// The spec comes first. Lines that begin with `----` separate it from what follows: `---- file
/// NAME` and the text of another file, `---- variable NAME VALUE`, `---- secret NAME VALUE ORIGIN…`
/// (%0A is a line break in the value; the store is locked if there is only the name), `---- run`
/// and the arguments after `apicall run call.yaml` (a space in an option's value is written %20),
/// `---- find NAME`, `---- list FOLDER`, and at the end `---- says` with the whole output.
struct DiagnosticCase {
  private var head = ""
  private var files = MemoryFiles()
  private var question = "check"
  private var words: [Substring] = []
  private var variables: [String: String] = [:]
  private var secrets = FixedSecrets()

  init(_ text: String) {
    var path = SpecText.name
    var lines: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      guard line.hasPrefix("---- ") else {
        lines.append(line)
        continue
      }
      if !path.isEmpty { add(path, lines) }
      lines = []
      path = ""
      if line == "---- says" { break }
      head += line == "---- says" ? "" : "\(line)\n"
      let words = line.split(separator: " ").dropFirst()
      if words.first == "variable", words.count == 3 {
        variables[String(words[words.startIndex + 1])] = words.last.map(String.init)
      } else if words.first == "secret" {
        secrets.add(words.dropFirst().map { String($0).replacing("%0A", with: "\n") })
      } else if words.first == "file" {
        path = words.dropFirst().joined(separator: " ")
      } else {
        question = words.first.map(String.init) ?? ""
        self.words = Array(words.dropFirst())
      }
    }
  }

  /// Adds a file; its name can have `by another user`, `world-writable`, `for all to read`,
  /// `unreadable`, `a folder`, `a device` or `bytes` after a comma.
  private mutating func add(_ name: String, _ lines: [Substring]) {
    let text = lines.map { "\($0)\n" }.joined()
    head += text
    let parts = name.split(separator: ",")
    guard let path = parts.first.map(String.init) else { return }
    if parts.contains(" unreadable") { files.unreadable = ["\(files.workingDirectory)/\(path)"] }
    if parts.contains(" a folder") {
      files.mark(path, FileStatus(kind: .folder))
      return
    }
    if parts.contains(" bytes") {
      files.add(path, bytes: [0xFF, 0xFE])
      return
    }
    if parts.contains(" a device") {
      files.add(path, text, status: FileStatus(kind: .other))
      return
    }
    files.add(
      path, text,
      status: FileStatus(
        kind: .file, size: text.utf8.count,
        isOwnedByUserOrRoot: !parts.contains(" by another user"),
        isWorldWritable: parts.contains(" world-writable"),
        isPrivate: !parts.contains(" for all to read")))
  }

  /// The golden file as it should be.
  var text: String {
    do {
      try ask()
      return head + "---- says\nnothing\n"
    } catch {
      return head + "---- says\n" + error.report
    }
  }

  private func ask() throws(Failure) {
    let library = EndpointLibrary(files: files, reader: SpecText.reader)
    switch question {
    case "find": _ = try library.path(of: String(words.first ?? ""))
    case "list": _ = try library.paths(in: words.first.map(String.init))
    case "run": try run()
    default:
      guard case .endpoint(let endpoint) = try library.runnable(at: SpecText.name) else { return }
      let builder = CallBuilder(world: .fixed(files), destination: Destination())
      let problems = endpoint.foreseenProblems(
        in: NoValues(scope: Scope(.fixed(files))), by: builder.director(for: endpoint),
        mayLackHost: true, reading: { _ in true }, guards: false)
      guard problems.isEmpty else { throw Failure(.badInput, problems) }
      _ = try ExampleIndex(
        endpoint, director: builder.director(for: endpoint), world: .fixed(files))
    }
  }

  private func run() throws(Failure) {
    var destination = Destination()
    var roots: [String] = []
    var overrides = Overrides()
    var sources = InputSources()
    var inputs: [InputResolver.Assignment] = []
    var allowances: [SecretAllowance] = []
    var parts: [(option: Substring, name: String)] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      // A space within a word is written as %20.
      func value() -> String { String(rest.popFirst() ?? "").replacing("%20", with: " ") }
      switch word {
      case "--profile": destination.profile = Destination.Profile(value())
      case "--header": try overrides.addHeader(value())
      case "--query": try overrides.addQueryItem(value())
      case "--set": try overrides.set(value())
      case "--file-root": roots.append(value())
      case "--decode": overrides.set(field: "decode", to: value(), by: "--decode")
      case "--select": overrides.set(field: "select", to: value(), by: "--select")
      case "--timeout": overrides.set(field: "timeout.total", to: value(), by: "--timeout")
      case "--connect-timeout":
        overrides.set(field: "timeout.connect", to: value(), by: "--connect-timeout")
      case "--follow":
        overrides.set(field: "redirects.follow", to: value(), isText: false, by: "--follow")
      case "--retry": overrides.set(field: "retry.times", to: value(), isText: false, by: "--retry")
      case "--allow-env": sources.allowedVariables.append(value())
      case "--allow-origin": allowances.append(try SecretAllowance(option: value()))
      case "--netrc":
        overrides.setNetrc()
        sources.allowsNetrc = true
      case "--print", "--requester", "--format": parts.append((word, value()))
      default:
        let word = word.replacing("\\n", with: "\n")
        if let input = InputResolver.Assignment(String(word)) { inputs.append(input) }
      }
    }
    let library = EndpointLibrary(files: files, reader: SpecText.reader, fileRoots: roots)
    let endpoint = try library.endpoint(
      at: SpecText.name, profile: destination.profile, overrides: overrides)
    for (option, name) in parts {
      switch option {
      case "--print": _ = try Selection(name, of: endpoint)
      case "--format": _ = try SpecText.registry.formatter(named: name)
      default:
        let context = RequesterContext(
          endpoint: endpoint, director: ExternalDirector(Template(parts: [], mark: .nowhere)),
          world: .fixed(files))
        _ = try SpecText.registry.requester(named: name, for: context)
      }
    }
    var builder = CallBuilder(
      world: .fixed(files, caller: FixedCaller(variables)), destination: destination)
    builder.sources = sources
    let environment = EnvironmentSecrets(
      variable: { [variables] in variables[$0] }, variables: { [] })
    let stores: [any SecretProvider] = [environment, secrets]
    builder.secrets = { [allowances] in SecretStore(stores, allowing: allowances) }
    let call = try builder.call(endpoint, with: inputs)
    try WriteGuard.check(call, to: destination)
  }
}

/// No value of a call is known.
private struct NoValues: ForeseenValues {
  let scope: Scope

  func isOpen(_ placeholder: Placeholder) -> Bool { true }

  func isOpenPath(_ placeholder: Placeholder) -> Bool { true }

  func isOpenOperand(_ placeholder: Placeholder) -> Bool { true }
}
