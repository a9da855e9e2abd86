package import APICallBase
package import APICallContracts
package import APICallHTTP
package import APICallModel
import APICallSafety

/// How the body of a response is read.
package struct BodyReading {
  /// The decoder that was named, otherwise the one for the media type; nil if the type is unknown.
  package var decoder: DecoderEntry?
  package var settings: DecodeSettings

  package init(decoder: DecoderEntry? = nil, settings: DecodeSettings) {
    self.decoder = decoder
    self.settings = settings
  }
}

extension Registry {
  /// Returns the decoder and its settings.
  ///
  /// Throws a ``Failure`` with exit status 64 for an unknown decoder or an invalid option.
  package func reading(
    of head: ResponseHead, to endpoint: EndpointSpec, by method: String?
  ) throws(Failure) -> BodyReading {
    let mediaType = head.mediaType
    return try reading(
      of: head, as: mediaType, to: endpoint, by: method,
      decoder: try decoder(of: mediaType, to: endpoint))
  }

  func reading(
    of head: ResponseHead, as mediaType: MediaType?, to endpoint: EndpointSpec, by method: String?,
    decoder: DecoderEntry?
  ) throws(Failure) -> BodyReading {
    var settings = DecodeSettings(mediaType: mediaType, limit: endpoint.heldLimit)
    settings.exchange = ExchangeFacts(method, head)
    settings.isNamed = endpoint.decode != nil
    settings.charset = endpoint.charset
    // Without content, a response is not a stream; the items of its pages are one.
    let isNoStream = settings.exchange.hasNoContent && endpoint.pagination == nil
    guard let decoder, !(isNoStream && decoder.isStream)
    else { return BodyReading(decoder: nil, settings: settings) }
    if decoder.checksMembers { settings.columns = endpoint.usedMembers.map(\.name) }
    guard decoder.isExternal || !assignments.isEmpty || endpoint.decode?.options.isEmpty == false
    else { return BodyReading(decoder: decoder, settings: settings) }
    let options = try values(
      of: decoder.options, for: decoder.name, .decoder, given: endpoint.decode)
    settings.options = options
    if !decoder.isExternal, let name = options[DecodeSettings.charsetOption.name] {
      settings.charset = Charset(rawValue: name.revealed)
    }
    return BodyReading(decoder: decoder, settings: settings)
  }
}
