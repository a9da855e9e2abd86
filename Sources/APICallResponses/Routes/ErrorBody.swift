package import APICallBase
import APICallContracts
import APICallHTTP
package import APICallRequests
import APICallSafety
import APICallText

/// The body of an unexpected response, if standard output is reserved for a part of an expected
/// one.
///
/// It is shown on standard error, with secrets masked, control characters escaped, and its length
/// limited.
package final class ErrorBody: PieceRoute {
  private static let limit = 16 << 10

  package var call: Call { body.call }
  private let body: IncomingBody
  private let output: any ByteSink
  private var converter: CharsetConverter?
  private var shown: [UInt8] = []
  private var count = 0

  package init(_ body: IncomingBody, output: any ByteSink) {
    self.body = body
    self.output = output
    let charset =
      body.settings.charset
      ?? body.settings.mediaType?.parameter("charset").flatMap { Charset(named: $0) }
    converter = charset.map { CharsetConverter($0, isStrict: false) }
  }

  package func receive(_ bytes: Span<UInt8>) throws(DeliveryError) {
    guard converter != nil else { return keep(bytes) }
    try converter?.convert(bytes) { keep($0) }
  }

  private func keep(_ bytes: Span<UInt8>) {
    count += bytes.count
    let piece = bytes.extracting(first: Self.limit - shown.count)
    piece.withUnsafeBufferPointer { shown.append(contentsOf: $0) }
  }

  package func finish() throws(Failure) {
    do { try converter?.finish { keep($0) } } catch { throw Failure(error, call: body.call) }
    guard count > 0 else { return }
    let known = body.redactor.protecting(
      ProtectedText(bytes: shown), isCut: count > shown.count)
    var text = TerminalText.escapingCommands(TerminalText.escaping(known.masked))
    if !text.hasSuffix("\n") { text += "\n" }
    if count > shown.count { text += "… (\(count - shown.count) more bytes)\n" }
    do {
      try output.write(text)
      try output.flush()
    } catch {
      throw Failure(error, call: body.call)
    }
  }
}
