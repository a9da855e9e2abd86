package import APICallContracts

/// JSON (RFC 8259): one value, passed on unchanged.
package struct JSONResponseDecoder: VerbatimDecoder {
  package static let name = "json"
  package static let summary = "JSON (RFC 8259): one value, passed on unchanged."
  package static let mediaTypes = [
    "application/json", "*/*+json", "text/json", "application/json-rpc", "application/jsonrequest",
    "application/x-amz-json-1.0", "application/x-amz-json-1.1", "application/x-json", "text/x-json",
  ]
  package static let kind = ValueKind.json

  package init() {}
}
