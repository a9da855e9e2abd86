package import JSONText

extension DeliveryError {
  /// Creates the error of a body, or of one value of it, that is not JSON.
  package init(_ error: JSONSyntaxError) {
    self = .malformed(error.description, hint: error.wayOut)
  }
}

extension JSONSyntaxError {
  fileprivate var wayOut: String? {
    switch reason {
    case .invalidUTF8: "'decode: {charset: NAME}' reads another charset"
    case .unexpected(UInt8(ascii: "{"), wanted: .endOfText),
      .unexpected(UInt8(ascii: "["), wanted: .endOfText):
      "'decode: ndjson' reads a value on each line"
    default: nil
    }
  }
}
