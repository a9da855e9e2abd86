import APICallHTTP
import JSONText

/// A body by its meaning, as a recording shows it.
struct ExchangeBody {
  let bytes: [UInt8]
  let type: MediaType?
  let contentType: String?

  init(_ bytes: [UInt8], type: String?) {
    self.bytes = bytes
    contentType = type
    self.type = type.flatMap { MediaType($0) }
  }

  var isForm: Bool { type?.matches("application/x-www-form-urlencoded") == true }

  var isMultipart: Bool { type?.type == "multipart" }

  /// Whether the type is JSON, such as `application/x-amz-json-1.0`, or says nothing.
  private var canBeJSON: Bool {
    guard let type else { return true }
    return type.subtype.contains("json")
      && !["ndjson", "x-ndjson", "jsonl", "json-seq"].contains(type.subtype)
  }

  var json: JSONDocument? {
    canBeJSON && !bytes.isEmpty ? try? JSONDocument(bytes) : nil
  }

  /// The JSON, or that of all lines as one list; nil for another body.
  var anyLines: JSONDocument? {
    let isOfLines = type.map { ["ndjson", "x-ndjson", "jsonl"].contains($0.subtype) } ?? false
    guard isOfLines else { return json }
    let lines = bytes.split(separator: UInt8(ascii: "\n")).filter { line in
      line.contains { !" \r\t".utf8.contains($0) }
    }
    let list = Array(lines.joined(separator: [UInt8(ascii: ",")]))
    return try? JSONDocument([UInt8(ascii: "[")] + list + [UInt8(ascii: "]")])
  }

  /// The JSON, whatever the type says; nil if it is neither an object nor a list.
  var anyJSON: JSONDocument? {
    guard let first = bytes.first(where: { !" \r\n\t".utf8.contains($0) }),
      first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
    else { return json }
    return try? JSONDocument(bytes)
  }

  /// The text; nil if it is not UTF-8, or contains control characters.
  var text: String? {
    guard let text = String(validating: bytes, as: UTF8.self),
      bytes.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || [0x09, 0x0A, 0x0D].contains($0) })
    else { return nil }
    return text
  }

  var ending: String {
    if json != nil { return "json" }
    guard let type else { return text == nil ? "bin" : "txt" }
    let endings = [
      "json": "json", "html": "html", "xhtml+xml": "html", "xml": "xml", "csv": "csv",
      "x-ndjson": "ndjson", "ndjson": "ndjson", "jsonl": "ndjson", "yaml": "yaml",
      "x-yaml": "yaml", "png": "png", "jpeg": "jpg", "gif": "gif", "svg+xml": "svg",
      "webp": "webp", "pdf": "pdf", "zip": "zip", "gzip": "gz", "javascript": "js", "css": "css",
      "markdown": "md",
    ]
    if let ending = endings[type.subtype] { return ending }
    if type.subtype.hasSuffix("+xml") { return "xml" }
    return text == nil ? "bin" : "txt"
  }
}

/// Bodies that are compressed inside, such as archives.
extension ExchangeBody {
  /// The first bytes of formats whose content is compressed.
  private static let compressedBeginnings: [[UInt8]] = [
    [0x1F, 0x8B], Array("PK\u{3}\u{4}".utf8), Array("BZh".utf8), [0xFD] + Array("7zXZ\0".utf8),
    [0x28, 0xB5, 0x2F, 0xFD], Array("7z".utf8) + [0xBC, 0xAF, 0x27, 0x1C],
    [0x04, 0x22, 0x4D, 0x18], Array("Rar!".utf8), Array("%PDF-".utf8),
  ]
  /// The subtypes of such formats that have no first bytes of their own.
  private static let compressedSubtypes: Set = ["x-brotli", "brotli", "deflate", "zlib"]

  /// Whether it is compressed, by its first bytes or its type: secrets cannot be found in it.
  var isCompressed: Bool {
    if Self.compressedBeginnings.contains(where: { bytes.starts(with: $0) }) { return true }
    if let type, Self.compressedSubtypes.contains(type.subtype) {
      return !bytes.isEmpty
    }
    // zlib (RFC 1950): a window of up to 32 KiB, and a check of the two bytes.
    guard bytes.count > 2, bytes[0] == 0x78, [0x01, 0x5E, 0x9C, 0xDA].contains(bytes[1]) else {
      return false
    }
    return text == nil
  }
}
