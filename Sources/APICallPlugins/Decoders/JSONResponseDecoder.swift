package import APICallHTTP

/// JSON (RFC 8259): one value, passed on unchanged.
package struct JSONResponseDecoder: VerbatimDecoder {
  package static let name = "json"
  package static let summary = "JSON (RFC 8259): one value, passed on unchanged."
  package static let mediaTypes = ["application/json", "*/*+json", "text/json"]
  package static let kind = ValueKind.json

  package init() {}
}
