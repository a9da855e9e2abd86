import APICallBase
import APICallHTTP
import APICallRun
import APICallSpec
public import HTTPTypes
import JSONText

/// A response with its whole body.
///
/// Its description shows the status and the size only: the body and header fields may be secret.
public struct Response: Sendable {
  /// The status, such as `.ok` or 404.
  public var status: HTTPResponse.Status { head.status }
  /// The header fields, as in `headerFields[.contentType]`.
  public var headerFields: HTTPFields { head.headerFields }
  /// The status and the header fields.
  public var head: HTTPResponse { HTTPResponse(received) }
  /// The bytes of the body, with content and transfer codings decoded.
  public let body: [UInt8]

  /// The URL of the last request, to which redirects may have led; its secrets are masked.
  public var url: String { "\(origins.url.text)" }
  /// The earlier exchanges: redirects, retries and challenges, in order.
  public var hops: [Hop] { origins.hops }
  /// Where the time of the last exchange went.
  public var timings: Timings { origins.timings }

  /// Everything but the body. A response is copied several times on its way to the program, and one
  /// reference is copied faster than all of this.
  private final class Origins: Sendable {
    let head: ResponseHead
    let call: Call
    let prepared: PreparedEndpoint
    let url: RequestURL
    let hops: [Hop]
    let timings: Timings

    init(
      _ head: ResponseHead, _ call: Call, _ prepared: PreparedEndpoint, _ url: RequestURL,
      _ hops: [Hop], _ timings: Timings
    ) {
      self.head = head
      self.call = call
      self.prepared = prepared
      self.url = url
      self.hops = hops
      self.timings = timings
    }
  }

  private let origins: Origins
  private var received: ResponseHead { origins.head }
  private var call: Call { origins.call }

  init(
    _ head: ResponseHead, body: [UInt8], of call: Call, by prepared: PreparedEndpoint,
    url: RequestURL, hops: [Hop], timings: Timings
  ) {
    self.body = body
    origins = Origins(head, call, prepared, url, hops, timings)
  }

  private init(_ origins: Origins, body: [UInt8]) {
    self.body = body
    self.origins = origins
  }

  /// The same response with another body.
  func holding(_ body: [UInt8]) -> Response { Response(origins, body: body) }

  /// Whether the file expects the status.
  var isExpected: Bool { call.endpoint.expectation.accepts(received.status) }

  /// The body as UTF-8; invalid bytes are replaced with U+FFFD.
  public var text: String { String(decoding: body, as: UTF8.self) }

  /// Takes an output that the file declares.
  ///
  /// - Parameter name: the name of the output.
  /// - Returns: the text of a string, otherwise the value as JSON.
  /// - Throws: ``RequestError/decoding(_:_:)`` if the response does not have it.
  public func output(_ name: String) throws(RequestError) -> String {
    do throws(Failure) {
      guard call.endpoint.outputs.contains(where: { $0.name == name }) else {
        throw Failure(
          .decoding, "there is no output '\(name)' in \(call.endpoint.file)",
          hint: Nearest.hint(
            for: name, among: call.endpoint.outputs.map(\.name), noun: "outputs"))
      }
      switch try buffered().value(of: .output(name), in: call.endpoint) {
      case .text(let text): return text
      case .json(let json): return json.text
      case .bytes(let bytes): return String(decoding: bytes, as: UTF8.self)
      case .file: throw Failure(.decoding, "the output '\(name)' is a file")
      }
    } catch {
      let failure = error.masked(by: Redactor(call))
      throw .decoding(self, failure.diagnostics.map(Diagnostic.init))
    }
  }

  /// Masks the secrets of the call in texts that may quote the response.
  var redactor: Redactor { Redactor(call) }

  private func buffered() throws(Failure) -> BufferedResponse {
    let decoder = try origins.prepared.resources.registry.decoder(of: received.mediaType, to: call.endpoint)
    let settings = DecodeSettings(mediaType: received.mediaType, limit: call.endpoint.heldLimit)
    do throws(DeliveryError) {
      return try BufferedResponse(
        APICallHTTP.Response(head: received, body: body), decoder: decoder, settings)
    } catch {
      throw Failure(error, call: call)
    }
  }
}

extension Response: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The status and the size of the body.
  public var description: String { "Response(\(received.status), \(body.count) bytes)" }
  /// The status and the size of the body.
  public var debugDescription: String { description }
  /// A mirror without header fields and body.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
