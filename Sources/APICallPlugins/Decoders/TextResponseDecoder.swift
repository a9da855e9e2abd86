package import APICallHTTP

/// Text of any kind, passed on as it came.
package struct TextResponseDecoder: VerbatimDecoder {
  package static let name = "text"
  package static let summary = "Text of any kind, passed on as it came."
  package static let mediaTypes = ["text/*", "application/xml", "*/*+xml"]
  package static let kind = ValueKind.text
  package static let usesCharset = true

  package init() {}
}
