import Foundation

/// One text in a content coding.
package struct CodedText: Sendable, CustomStringConvertible {
  /// The text in all of them.
  package static let text = String(repeating: "one whole body, ", count: 6) + "end\n"

  /// The coding in words.
  package var description: String
  /// The value of Content-Encoding.
  package var coding: String
  /// The bytes.
  package var bytes: [UInt8]
  /// The numbers of bytes, besides all of them, after which the data may end.
  package var ends: [Int]

  private init(_ description: String, _ coding: String, _ base64: String, ends: [Int] = []) {
    self.description = description
    self.coding = coding
    bytes = Data(base64Encoded: base64).map { Array($0) } ?? []
    self.ends = ends
  }

  /// The text in all formats, made with gzip(1), Python's zlib, brotli(1) and zstd(1).
  package static let all = [
    CodedText(
      "gzip", "gzip", "H4sIAAAAAAACA8vPS1Uoz8jPSVVIyk+p1FHIpzI/NS+FCwBugN1QZAAAAA=="),
    CodedText(
      "gzip with a name and an extra field", "gzip",
      "H4sIDAAAAAACAwIAeHhhLnR4dADLz0tVKM/Iz0lVSMpPqdRRyKcyPzUvhQsAboDdUGQAAAA="),
    CodedText(
      "gzip of two members", "gzip",
      "H4sIAAAAAAACA8vPS1Uoz8jPSVVIyk+p1FHIJ8gHALgUBgkyAAAAH4sIAAAAAAACA0tVKM/Iz0lV"
        + "SMpPqdRRyM9LxctPzUvhAgDbRKmjMgAAAA==", ends: [39]),
    CodedText(
      "deflate in the zlib format", "deflate", "eNrLz0tVKM/Iz0lVSMpPqdRRyKcyPzUvhQsA/DYi5A=="),
    CodedText(
      "deflate without the zlib format", "deflate", "y89LVSjPyM9JVUjKT6nUUcinMj81L4ULAA=="),
    CodedText(
      "deflate of a stored block", "deflate",
      "eAEBZACb/29uZSB3aG9sZSBib2R5LCBvbmUgd2hvbGUgYm9keSwgb25lIHdob2xlIGJvZHksIG9u"
        + "ZSB3aG9sZSBib2R5LCBvbmUgd2hvbGUgYm9keSwgb25lIHdob2xlIGJvZHksIGVuZAr8NiLk"),
    CodedText(
      "Brotli", "br", "H2MAAASacT6hP5/SrrR4KcoosNWw1ZjlFVf9gqMB"),
    CodedText(
      "Zstandard with a checksum", "zstd",
      "KLUv/QRY3QAAoG9uZSB3aG9sZSBib2R5LCBlbmQKAQB60LkE5ZqMDA=="),
    CodedText(
      "Zstandard without a checksum", "zstd", "KLUv/QBY3QAAoG9uZSB3aG9sZSBib2R5LCBlbmQKAQB60LkE"),
    CodedText(
      "Zstandard of two frames with a skippable one between", "zstd",
      "KLUv/QRYtQAAgG9uZSB3aG9sZSBib2R5LCABAMaZS+3/6w5QKk0YAwAAAGFiYyi1L/0EWNUAAKBl"
        + "IHdob2xlIGJvZHksIG9uZW5kCgEARpxLJJEugQ==", ends: [35, 46]),
    CodedText(
      "gzip within Brotli", "gzip, br",
      "DxWAH4sIAAAAAAACA8vPS1Uoz8jPSVVIyk+p1FHIpzI/NS+FCwBugN1QZAAAAAM="),
    CodedText(
      "Zstandard within deflate", "zstd, deflate",
      "eJzT2Kr/lyXiLgPDgvy8VIXyjPycVIWk/JRKHYXUvBQuRoaqCztZns7q4QEAML0O3g=="),
    CodedText(
      "gzip within Brotli within Zstandard", "gzip, br, zstd",
      "KLUv/QRYeQEADxWAH4sIAAAAAAACA8vPS1Uoz8jPSVVIyk+p1FHIpzI/NS+FCwBugN1QZAAAAANJ"
        + "Nr2x"),
  ]
}
