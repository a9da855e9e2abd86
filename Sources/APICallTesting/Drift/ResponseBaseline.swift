import APICallHTTP
import APICallModel
import APICallReading
import YAMLTree

/// What a response was like when it was recorded, or as an example has it.
struct ResponseBaseline {
  let name: String
  /// Whether the body may leave out what the server sends.
  let isPartial: Bool
  let mark: Mark
  /// The status; nil if the exchange failed.
  var status: Int?
  /// The word of recordings for a failed exchange; nil for a complete response.
  var failure: String?
  /// The media type without parameters, in lower case; nil if the response names none.
  var mediaType: String?
  var body: [UInt8] = []

  init(
    _ exchange: RecordingDeclaration.Exchange, in recording: Recording
  ) throws(RecordingFault) {
    (name, isPartial) = ("the recorded one", false)
    mark = exchange.mark
    failure = exchange.failure
    guard let response = exchange.response else { return }
    status = response.status
    mediaType = ResponseHead(status: response.status, headers: response.headers).essence
    body = try recording.body(of: response)
  }

  init(_ example: Example) {
    (name, isPartial) = ("the example", true)
    mark = example.mark
    status = example.response.status
    mediaType = example.head.essence
    body = example.response.body?.bytes ?? []
  }
}
