import APICallCore
import YAMLTree

/// A file somebody could have written, and what was asked of it, as a golden file tells it.
///
/// The spec comes first. Lines that begin with `----` part it from what follows: `---- file NAME`
/// and the text of another file, `---- variable NAME VALUE`, `---- run` and what stands behind `apicall run call.yaml`,
/// `---- find NAME`, `---- list FOLDER`, and at last `---- says` with the whole answer.
struct DiagnosticCase {
  private var head = ""
  private var files = MemoryFiles()
  private var question = "check"
  private var words: [Substring] = []
  private var variables: [String: String] = [:]

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
      } else if words.first == "file" {
        path = words.dropFirst().joined(separator: " ")
      } else {
        question = words.first.map(String.init) ?? ""
        self.words = Array(words.dropFirst())
      }
    }
  }

  /// Adds a file; its name may say `by another user` or `world-writable` behind a comma.
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
    if parts.contains(" octets") {
      files.add(path, octets: [0xFF, 0xFE])
      return
    }
    files.add(
      path, text,
      status: FileStatus(
        kind: .file, isOwnedByUserOrRoot: !parts.contains(" by another user"),
        isWorldWritable: parts.contains(" world-writable")))
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
    case "run": try run(library.endpoint(at: SpecText.name))
    default:
      let endpoint = try library.endpoint(at: SpecText.name)
      let builder = CallBuilder(world: .fixed(files), destination: Destination())
      _ = try ExampleBook(
        endpoint, director: builder.director(for: endpoint), world: .fixed(files))
    }
  }

  private func run(_ endpoint: Endpoint) throws(Failure) {
    var destination = Destination()
    var sources = InputSources()
    var inputs: [InputResolver.Assignment] = []
    var rest = words[...]
    while let word = rest.popFirst() {
      switch word {
      case "--profile":
        destination.profile = rest.popFirst().map { Destination.Profile(String($0)) }
      case "--print": _ = try Selection(rest.popFirst().map(String.init) ?? "", of: endpoint)
      case "--allow-env":
        sources.allowedVariables.append(rest.popFirst().map(String.init) ?? "")
      case "--requester":
        let context = RequesterContext(
          endpoint: endpoint, director: ExternalDirector(Template(parts: [], mark: .nowhere)),
          world: .fixed(files))
        let name = rest.popFirst().map(String.init) ?? ""
        _ = try SpecText.registry.requester(named: name, for: context)
      case "--format":
        _ = try SpecText.registry.formatter(named: rest.popFirst().map(String.init) ?? "")
      default:
        let word = word.replacing("\\n", with: "\n")
        if let input = InputResolver.Assignment(String(word)) { inputs.append(input) }
      }
    }
    var builder = CallBuilder(
      world: .fixed(files, caller: FixedCaller(variables)), destination: destination)
    builder.sources = sources
    _ = try builder.call(endpoint, with: inputs)
  }
}
