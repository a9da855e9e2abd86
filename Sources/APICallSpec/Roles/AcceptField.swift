import APICallHTTP

/// What a server is asked for: the value of the Accept field (RFC 9110, section 12.5.1).
///
/// It is short on purpose. Servers choose by it in crude ways: some take the first type they know
/// wherever it stands, some send a stream to whoever mentions one. So it names one type, and that
/// anything else is better than nothing: that of the decoder that is asked for, or of the first one
/// there is. Servers of event streams often compare the whole field, which is then that type alone.
package enum AcceptField {
  /// Any type.
  package static let anything = "*/*"

  /// The value of the field.
  ///
  /// - Parameters:
  ///   - name: the decoder that is asked for, if any is.
  ///   - vocabulary: those there are.
  /// - Returns: such as `application/json, */*;q=0.5`.
  static func value(
    for name: String?, of vocabulary: EndpointReader.Vocabulary
  ) -> String {
    let decoder =
      name.map { try? vocabulary.decoder(named: $0) } ?? vocabulary.decoders.first
    // A suffix such as `*/*+json` is a pattern of ours, and none of HTTP.
    guard let decoder, let mediaType = decoder.mediaTypes.first(where: { !$0.hasPrefix("*") })
    else { return anything }
    return decoder.isLive ? mediaType : "\(mediaType), \(anything);q=0.5"
  }
}
