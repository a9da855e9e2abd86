import APICallBase
package import APICallModel
import APICallReading
import APICallText
package import YAMLTree

/// A case of `apicall test`: an example with inputs, or a script that is a test.
package struct TestCase: Sendable {
  package enum Content: Sendable {
    case example(EndpointSpec, Example)
    case script(ScriptSpec)
  }

  package static let scriptEnding = ".test.yaml"

  package let content: Content
  /// The name of the example; for a script, that of its file without the ending.
  package let name: String
  package let mark: Mark
  package let test: TestDeclaration

  package init(_ example: Example, of endpoint: EndpointSpec) {
    content = .example(endpoint, example)
    name = example.name
    mark = example.mark
    test = example.test.joined(onto: endpoint.test)
  }

  package init(_ script: ScriptSpec) {
    content = .script(script)
    let file = FilePath.name(of: script.file)
    name =
      file.hasSuffix(Self.scriptEnding) ? String(file.dropLast(Self.scriptEnding.count)) : file
    mark = Mark(source: script.head.source, start: Mark.Position(line: 1, column: 1))
    test = script.head.test
  }

  package var file: String { head.file }

  /// Its name everywhere: `FILE::NAME`.
  package var id: String { file + Self.separator + name }

  package static let separator = "::"

  package var head: EndpointSpec { runnable.head }

  var runnable: Runnable {
    switch content {
    case .example(let endpoint, _): .endpoint(endpoint)
    case .script(let script): .script(script)
    }
  }

  package var folder: String {
    FilePath.join(Self.folder(ofCasesIn: file), Self.folderName(of: name))
  }

  /// The folder of all cases of a file: `users.recorded` for `users.yaml`.
  package static func folder(ofCasesIn file: String) -> String {
    let ending = ".yaml"
    let name = file.hasSuffix(ending) ? String(file.dropLast(ending.count)) : file
    return name + EndpointLibrary.recordedEnding
  }

  /// The longest name of a folder, in bytes.
  private static let longestFolderName = 64

  /// The name of the folder of a case: its own, if that is a plain word.
  ///
  /// Other characters become hyphens, and a digest of the name follows, so that two names never
  /// share a folder.
  package static func folderName(of name: String) -> String {
    let safe = name.utf8.map { byte in
      byte.isASCIILetterOrDigit || byte == UInt8(ascii: "_") ? byte : UInt8(ascii: "-")
    }
    let text = String(decoding: safe.prefix(longestFolderName), as: UTF8.self)
    guard text != name || text.isEmpty else { return name }
    // FNV-1a, 64 bits: the same on every machine.
    let digest = name.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01b3
    }
    return "\(text)-\(String(digest, radix: 16))"
  }
}

extension TestCase {
  /// The endpoints that it calls, and those that they need; of a script also what it shares with an
  /// endpoint.
  var endpoints: [EndpointSpec] { runnable.withNeeded }
}

extension Runnable {
  fileprivate var withNeeded: [EndpointSpec] {
    switch self {
    case .endpoint(let endpoint): endpoint.withNeeded
    case .script(let script): [script.head] + script.endpoints.flatMap(\.withNeeded)
    }
  }
}

extension EndpointSpec {
  fileprivate var withNeeded: [EndpointSpec] {
    [self] + needs.flatMap { $0.callee.called?.withNeeded ?? [] }
  }
}
