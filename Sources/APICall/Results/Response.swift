import APICallBase
import APICallContracts
import APICallHTTP
import APICallModel
import APICallRequests
import APICallResponses
import APICallSafety
import APICallText
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
  public var url: String { Redactor(call).masking("\(origins.value.url.text)") }
  /// The earlier exchanges: redirects, retries and challenges, in order.
  public var hops: [Hop] { origins.value.hops }
  /// Where the time of the last exchange went.
  public var timings: Timings { origins.value.timings }

  /// Everything but the body.
  ///
  /// A response is copied several times on its way to the program, and one reference is copied faster
  /// than all of this.
  struct Origins: Sendable {
    let head: ResponseHead
    let trailers: [ResponseHead.Field]
    let call: Call
    let resources: Shared<CallResources>
    let url: RequestURL
    let hops: [Hop]
    let timings: Timings
  }

  let origins: Shared<Origins>
  /// Whether the body is JSON that a decoder has made.
  var isDecoded = false
  private var received: ResponseHead { origins.value.head }
  private var call: Call { origins.value.call }

  /// The same response with one of the values of its body, as JSON.
  func holding(_ value: [UInt8]) -> Response {
    Response(body: value, origins: origins, isDecoded: true)
  }

  func cut(to count: Int) -> Response {
    body.count <= count
      ? self : Response(body: Array(body[..<count]), origins: origins, isDecoded: isDecoded)
  }

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
      case .bytes(let bytes):
        guard let text = String(validating: bytes, as: UTF8.self) else {
          throw Failure(
            .decoding, "the output '\(name)' is bytes that are not UTF-8",
            hint: "the filter 'base64' makes text of them")
        }
        return text
      case .file: throw Failure(.decoding, "the output '\(name)' is a file")
      }
    } catch {
      let failure = error.masked(by: redactor(knowing: nil))
      throw .decoding(self, failure.diagnostics.map(Diagnostic.init))
    }
  }

  /// The body as JSON, if a decoder makes it of another format, such as CSV or YAML.
  ///
  /// Returns one value, or the array of the values of a stream; nil for a body that is JSON itself,
  /// or text. Throws ``RequestError/decoding(_:_:)`` if the body is not of that format.
  func decoded() throws(RequestError) -> JSONNode? {
    if isDecoded { return nil }
    do throws(Failure) {
      let reading = try reading
      let settings = reading.settings
      guard let entry = reading.decoder, entry.kind == .json else { return nil }
      // JSON that is not converted is read in place.
      if entry.isVerbatim, settings.charset == nil {
        // A body that is not JSON at all is reported with the place of the error.
        if let fault = BodyOpening.fault(in: body, entry, settings),
          (try? JSONDocument(body)) != nil
        {
          throw Failure(.otherKind(fault), call: call)
        }
        return nil
      }
      let json = try rethrowing(BufferedResponse.json(of: body, by: entry, settings)) {
        (error: DeliveryError) in Failure(error, call: call)
      }
      guard let json else { return nil }
      do throws(JSONSyntaxError) { return try JSONDocument(json).root } catch {
        throw Failure(.decoding, "the decoder '\(entry.name)' did not make JSON: \(error.message)")
      }
    } catch {
      let failure = error.masked(by: redactor(knowing: nil))
      throw .decoding(self, failure.diagnostics.map(Diagnostic.init))
    }
  }

  /// Masks the secrets of the call, and those in the response, in texts that may quote it.
  func redactor(knowing value: JSONNode?) -> Redactor {
    Redactor(call, received, trailers: origins.value.trailers, value: value, text: text)
  }

  /// Whether a part of the body is a secret output, which cannot be found in a body without a value.
  var hasSecretOutputs: Bool { call.endpoint.outputs.contains(where: \.isSecret) }

  private var reading: BodyReading {
    get throws(Failure) {
      try origins.value.resources.value.registry.reading(
        of: received, to: call.endpoint, by: call.request.method)
    }
  }

  private func buffered() throws(Failure) -> BufferedResponse {
    let reading = try reading
    return try rethrowing(
      BufferedResponse(
        ReceivedResponse(head: received, body: body, trailers: origins.value.trailers),
        decoder: reading.decoder, reading.settings, of: call)
    ) { (error: DeliveryError) in Failure(error, call: call) }
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
