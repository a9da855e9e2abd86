import APICallBase
import APICallContracts

/// Converts a text that arrives in pieces to UTF-8.
func converted(
  _ charset: Charset, _ pieces: [ArraySlice<UInt8>], isStrict: Bool = true
) throws(DeliveryError) -> [UInt8] {
  var converter = CharsetConverter(charset, isStrict: isStrict)
  let output = BufferSink()
  for piece in pieces {
    try converter.convert(Array(piece).span) { (text) throws(DeliveryError) in
      try output.write(text)
    }
  }
  try converter.finish { (text) throws(DeliveryError) in try output.write(text) }
  return output.bytes
}
