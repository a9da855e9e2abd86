import APICallHTTP
import APICallSafety

/// A request in the one form that both sides sign (AWS Signature Version 4, "Create a canonical
/// request").
struct CanonicalRequest {
  let bytes: [UInt8]
  /// The names of the signed fields, with semicolons between them.
  let signedNames: String

  /// Takes the path and the query in their canonical forms, and the fields to sign.
  init(
    method: String, path: [UInt8], query: [UInt8], fields: [(name: String, value: [UInt8])],
    payload: [UInt8]
  ) {
    var values: [String: [[UInt8]]] = [:]
    for field in fields {
      values[field.name.lowercased(), default: []].append(Self.collapsed(field.value))
    }
    let names = values.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    signedNames = names.joined(separator: ";")
    let newLine = UInt8(ascii: "\n")
    var bytes = Array(method.utf8) + [newLine] + path + [newLine] + query + [newLine]
    for name in names {
      let joined = (values[name] ?? []).joined(separator: [UInt8(ascii: ",")])
      bytes += Array(name.utf8) + [UInt8(ascii: ":")] + joined + [newLine]
    }
    self.bytes = bytes + [newLine] + Array(signedNames.utf8) + [newLine] + payload
  }

  /// The value of a field without spaces around it, and with one where there are several.
  private static func collapsed(_ value: [UInt8]) -> [UInt8] {
    value.split { $0 == 0x20 || $0 == 0x09 }.map(Array.init).joined(separator: [0x20]).map { $0 }
  }

  /// The path of a request to a store of objects, whose names may have any form: encoded once, in
  /// capitals.
  static func objectPath(_ path: [UInt8]) -> [UInt8] { PercentEncoding.normalized(path) }

  /// The path of a request to another service: without dot segments and empty ones, as it is sent,
  /// and encoded once more.
  static func servicePath(_ path: [UInt8]) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    return shortened(path).split(separator: slash, omittingEmptySubsequences: false)
      .map { PercentEncoding.encode(Array($0), for: .value) }
      .joined(separator: [slash]).map { $0 }
  }

  /// The path without dot segments and empty ones.
  static func shortened(_ path: [UInt8]) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    var kept: [ArraySlice<UInt8>] = []
    for segment in path.split(separator: slash) {
      switch String(decoding: segment, as: UTF8.self) {
      case ".": break
      case "..": _ = kept.popLast()
      default: kept.append(segment)
      }
    }
    let end = path.last == slash && !kept.isEmpty ? [slash] : []
    return [slash] + kept.joined(separator: [slash]) + end
  }

  /// The query: each name and value encoded, and the pairs sorted; a name alone gets `=`.
  static func query(_ query: [UInt8]) -> [UInt8] {
    FormEncoding.sorted(FormEncoding.split(query, plusIsSpace: false))
  }
}
