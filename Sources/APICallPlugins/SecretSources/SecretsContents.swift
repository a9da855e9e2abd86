import APICallBase
import APICallHTTP
package import APICallSafety
import JSONText

/// The secrets of a file, in the order of their names.
///
/// The file is one JSON object: `{"secrets": [{"name": …, "origins": […], "value": …}, …]}`.
package struct SecretsContents: Sendable {
  /// A secret and its name.
  package struct Entry: Sendable {
    package var name: String
    package var secret: StoredSecret
  }

  /// The reason why a file is not valid, without any content of the file.
  package struct Problem: Error, Sendable, Hashable {
    /// The reason, in lower case and without a full stop.
    package var reason: String
  }

  package private(set) var entries: [Entry] = []

  /// Reads a file.
  ///
  /// An empty file has no secrets.
  package init(_ bytes: [UInt8]) throws(Problem) {
    guard !bytes.isEmpty else { return }
    // The message of a syntax error could contain a part of a secret.
    guard let document = try? JSONDocument(bytes) else { throw Problem(reason: "it is not JSON") }
    guard let list = document.root["secrets"], list.kind == .array else {
      throw Problem(reason: "it has no list 'secrets'")
    }
    for (index, value) in list.elements.enumerated() {
      let entry = try Self.entry(value, number: index + 1)
      guard !entries.contains(where: { $0.name == entry.name }) else {
        throw Problem(reason: "secret \(index + 1) has the name of an earlier secret")
      }
      entries.append(entry)
    }
  }

  private static func entry(_ value: JSONNode, number: Int) throws(Problem) -> Entry {
    guard let name = value["name"]?.string, SecretName.isValid(name) else {
      throw Problem(reason: "secret \(number) has no valid name")
    }
    guard let text = value["value"]?.string else {
      throw Problem(reason: "secret \(number) has no value")
    }
    var origins: [Origin] = []
    for item in value["origins"].map({ Array($0.elements) }) ?? [] {
      guard let text = item.string, let origin = try? Origin(ofSecret: text) else {
        throw Problem(reason: "secret \(number) has an invalid origin")
      }
      origins.append(origin)
    }
    let secret = try rethrowing(StoredSecret(text, for: origins)) { (error: SecretProblem) in
      Problem(reason: "secret \(number): \(error.message)")
    }
    return Entry(name: name, secret: secret)
  }

  /// Adds a secret, or replaces the one with that name.
  package mutating func set(_ secret: StoredSecret, named name: String) {
    entries.removeAll { $0.name == name }
    entries.append(Entry(name: name, secret: secret))
    entries.sort { $0.name < $1.name }
  }

  package mutating func remove(_ name: String) -> Bool {
    let count = entries.count
    entries.removeAll { $0.name == name }
    return entries.count < count
  }

  /// The content of the file, with one secret per line.
  package var bytes: [UInt8] {
    var bytes = Array("{\"secrets\": [".utf8)
    for (index, entry) in entries.enumerated() {
      bytes += Array("\(index == 0 ? "" : ",")\n  {\"name\": ".utf8)
      JSONWriter.append(string: entry.name, to: &bytes)
      bytes += ", \"origins\": [".utf8
      for (index, origin) in entry.secret.originTexts.enumerated() {
        if index > 0 { bytes += ", ".utf8 }
        JSONWriter.append(string: origin, to: &bytes)
      }
      bytes += "], \"value\": ".utf8
      JSONWriter.append(string: entry.secret.value.revealed, to: &bytes)
      bytes.append(UInt8(ascii: "}"))
    }
    bytes += "\n]}\n".utf8
    return bytes
  }
}
