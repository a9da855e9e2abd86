import APICallBase
import APICallHTTP
import APICallSpec

extension Registry {
  /// What a decoder is told of a body.
  ///
  /// - Parameters:
  ///   - decoder: the decoder; nil where there is none.
  ///   - head: the answer's head.
  ///   - mediaType: what its Content-Type says.
  ///   - call: the call.
  /// - Returns: its settings.
  /// - Throws: a ``Failure`` with exit status 64 for an option that is wrong.
  func settings(
    for decoder: DecoderEntry?, of head: ResponseHead, as mediaType: MediaType?, to call: Call
  ) throws(Failure) -> DecodeSettings {
    var settings = DecodeSettings(mediaType: mediaType, limit: call.endpoint.heldLimit)
    guard let decoder, decoder.isExternal else { return settings }
    settings.exchange = ExchangeFacts(call, head)
    settings.options = try values(
      of: decoder.options, for: decoder.name, .decoder, given: call.endpoint.decode)
    return settings
  }
}
