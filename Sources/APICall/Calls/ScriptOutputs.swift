import APICallLanguage
import APICallText

/// What a script has made: its outputs, and what it prints.
///
/// A description shows the names only, since values may be secret.
public struct ScriptOutputs: Sendable {
  private let values: [(name: String, value: Value)]
  /// What the script prints, as the command line would write it into a file; at most 64 MiB.
  public let printed: [UInt8]

  init(_ record: ScopeRecord, printed: [UInt8]) {
    values = record.members.map { ($0.name, $0.binding.value ?? .null) }
    self.printed = printed
  }

  /// The names of the outputs, in the order of the file.
  public var names: [String] { values.map(\.name) }

  /// An output: the text of a string, otherwise the value as JSON; nil for an unknown name, and for
  /// bytes that are not UTF-8.
  public subscript(name: String) -> String? {
    bytes(name).flatMap { String(validating: $0, as: UTF8.self) }
  }

  /// An output as bytes: those of a string in UTF-8, otherwise of the value as JSON.
  ///
  /// - Parameter name: the name.
  /// - Returns: the bytes; nil for an unknown name.
  public func bytes(_ name: String) -> [UInt8]? {
    values.first { $0.name == name }.map { Self.text(of: $0.value) }
  }

  /// An output as JSON; nil if there is none of this name.
  ///
  /// - Parameter name: the name.
  /// - Returns: the value.
  public func json(_ name: String) -> JSONValue? {
    values.first { $0.name == name }
      .flatMap { JSONValue(String(decoding: $0.value.jsonText, as: UTF8.self)) }
  }

  private static func text(of value: Value) -> [UInt8] {
    switch value {
    case .text(let text): Array(text.utf8)
    case .bytes(let bytes): bytes
    case .json, .file: value.jsonText
    }
  }
}

extension ScriptOutputs: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The names of the outputs.
  public var description: String { "ScriptOutputs(\(names.joined(separator: ", ")))" }
  /// The names of the outputs.
  public var debugDescription: String { description }
  /// A mirror without the values.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
