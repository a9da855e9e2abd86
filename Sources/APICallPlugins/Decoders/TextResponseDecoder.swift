package import APICallContracts

/// Text of any kind, passed on unchanged.
package struct TextResponseDecoder: VerbatimDecoder {
  package static let name = "text"
  package static let summary = "Text of any kind, passed on unchanged."
  package static let mediaTypes = ["text/*", "application/xml", "*/*+xml"]
  package static let kind = ValueKind.text
  package static let usesCharset = true

  package init() {}
}
