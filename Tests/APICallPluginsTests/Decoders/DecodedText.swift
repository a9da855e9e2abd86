import APICallBase
import APICallContracts
import APICallHTTP
import APICallResponses
import Testing

@testable import class APICallResponses.DecodingStage

/// Returns the result of a decoder as text: one value per line, or the error.
func decoded(
  _ type: any ResponseDecoder.Type, _ body: some Sequence<UInt8>, mediaType: String? = nil
) -> [String] {
  decoded(DecoderEntry(type), pieces: [Array(body)], mediaType: mediaType)
}

/// Returns the result of a decoder for a body in pieces, as text.
func decoded(
  _ type: any ResponseDecoder.Type, pieces: [[UInt8]], mediaType: String? = nil
) -> [String] {
  decoded(DecoderEntry(type), pieces: pieces, mediaType: mediaType)
}

/// Returns the result of a decoder for a body in pieces, as text.
func decoded(
  _ entry: DecoderEntry, pieces: [[UInt8]], mediaType: String? = nil
) -> [String] {
  let values = NamedDecoder.Values()
  let settings = DecodeSettings(mediaType: mediaType.flatMap { MediaType($0) })
  let stage = DecodingStage(entry, settings)
  do {
    try stage.begin(values)
    for piece in pieces { try stage.decode(piece.span, to: values) }
    try stage.end(values)
  } catch {
    var texts = values.texts.dropLast(values.isOpen ? 1 : 0)
    switch error {
    case .malformed(let reason, hint: _): texts.append("malformed: \(reason)")
    case .otherKind(let kind): texts.append("of another kind: \(kind.reason ?? kind.decoder)")
    default: texts.append("\(error)")
    }
    return Array(texts)
  }
  return values.texts
}

extension NamedDecoder.Values {
  var texts: [String] { found.map { String(decoding: $0.bytes, as: UTF8.self) } }
}
