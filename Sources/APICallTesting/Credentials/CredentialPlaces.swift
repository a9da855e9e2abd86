import APICallHTTP

/// The places of credentials in a text.
package enum CredentialPlaces {
  /// Finds them by the names around them.
  ///
  /// Returns the places of the values, in any order; they may overlap.
  @Sendable package static func places(in text: [UInt8], as type: String?) -> [Range<Int>] {
    TextCredentials.credentials(in: text, as: type.flatMap { MediaType($0) })
  }
}
