@testable import APICallText
@testable import APICallSafety
@testable import APICallBase
@testable import APICallRequests
@testable import APICallResponses
@testable import APICallRun
@testable import APICallLanguage
@testable import APICallModel
@testable import APICallReading
@testable import APICallHTTP
@testable import APICallContracts
import JSONText

/// The result of a decoder for a body.
struct DecodedBody: Equatable {
  var values: [[UInt8]] = []
  var isStream = false
  var fault: DeliveryError?

  /// Decodes a body in pieces.
  ///
  /// - Parameters:
  ///   - pieces: the body.
  ///   - type: the decoder.
  ///   - mediaType: the body's media type, with its parameters.
  init(_ pieces: [[UInt8]], _ type: any ResponseDecoder.Type, _ mediaType: String? = nil) {
    let keeper = Keeper()
    let settings = DecodeSettings(mediaType: mediaType.flatMap { MediaType($0) })
    let stage = DecodingStage(DecoderEntry(type), settings)
    do throws(DeliveryError) {
      try stage.begin(keeper)
      for piece in pieces { try stage.decode(piece.span, to: keeper) }
      try stage.end(keeper)
    } catch {
      fault = error
      // How much of an unfinished value exists depends on the pieces.
      if keeper.isOpen { keeper.values.removeLast() }
    }
    values = keeper.values
    isStream = keeper.isStream
  }

  /// Decodes a body wherever it is cut, and reads its values.
  static func agreed(
    _ body: [UInt8], _ type: any ResponseDecoder.Type, _ mediaType: String? = nil
  ) -> (body: DecodedBody, documents: [JSONDocument]) {
    let whole = Pieces.agree(body, "\(type.name)") { Self($0, type, mediaType) }
    let documents = whole.values.map { value in
      guard let document = try? JSONDocument(value) else {
        fatalError("\(type.name) of \(body.shown) is no JSON: \(value.shown)")
      }
      return document
    }
    return (whole, documents)
  }

  private final class Keeper: ValueReceiver {
    var values: [[UInt8]] = []
    var isOpen = false
    var isStream = false

    func beginStream() {
      require(!isStream && values.isEmpty, "a stream begins late, or twice")
      isStream = true
    }
    func begin(_ kind: ValueKind) {
      require(!isOpen, "a value begins in another")
      require(isStream || values.isEmpty, "several values are no stream")
      isOpen = true
      values.append([])
    }
    func receive(_ bytes: Span<UInt8>) {
      require(isOpen, "bytes come outside a value")
      bytes.withUnsafeBufferPointer { values[values.count - 1].append(contentsOf: $0) }
    }
    func end() {
      require(isOpen, "a value ends that never began")
      isOpen = false
    }
  }
}
