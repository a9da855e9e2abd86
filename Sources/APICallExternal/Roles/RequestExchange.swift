import APICallBase
import APICallContracts
import APICallHTTP
import APICallPluginKit
import APICallSafety
import JSONText

/// One exchange with a plugin that is a requester, from the first frame of the request to the last
/// frame of the response.
struct RequestExchange {
  private static let piece = 64 << 10
  private static let mostInterims = 100

  private let request: OutgoingRequest
  private let conversation: Conversation
  private let id: Int
  private let start: SuspendingClock.Instant
  private var body: RequestBodyReader?
  private var hasHead = false
  private var allowsSilence = false
  /// The time that the receiver took, which does not count towards the limits.
  private var kept = Duration.zero
  private var interims = 0
  private var sent = 0
  private var received = 0
  /// The number of bytes that the body states to have; nil if it does not, or has another number
  /// after it was decoded.
  private var length: Int?
  private(set) var isComplete = false

  init(
    _ request: OutgoingRequest, by conversation: Conversation, from start: SuspendingClock.Instant
  ) {
    self.request = request
    self.conversation = conversation
    self.start = start
    id = conversation.newID()
    body = request.body.map { RequestBodyReader($0) }
  }

  var progress: ExchangeProgress {
    ExchangeProgress(
      sent: Int64(sent), toSend: nil, received: Int64(received), toReceive: nil)
  }

  func sayRequest() throws(ExchangeError) {
    guard !request.headers.contains(where: { !$0.value.isUTF8 }) else {
      throw .plugin(
        PluginProblem(
          conversation.plugin.name,
          "a header field contains bytes that are not UTF-8"))
    }
    try say([
      ("id", BuiltJSON(id)),
      (
        "request",
        .map([
          ("method", .text(request.method)), ("url", .text(request.url.text.revealed)),
          ("headers", HeaderList.json(headers)),
          ("has_body", .boolean(request.body != nil)),
          (
            "timeouts_ms",
            .map([
              ("connect", BuiltJSON(request.limits.connect.milliseconds)),
              ("idle", BuiltJSON(request.limits.idle.milliseconds)),
              ("total", BuiltJSON(request.limits.total.map { $0.milliseconds })),
            ])
          ),
        ])
      ),
    ])
    if body == nil { try sayEnd() }
  }

  /// The header fields, without the content codings that only libcurl decodes.
  private var headers: [HeaderField] {
    request.headers.filter {
      !$0.isNamed("Accept-Encoding") || $0.value.revealed != ContentCodings.usual
    }
  }

  mutating func sayBody() async throws(ExchangeError) {
    while let reader = body, conversation.hasRoom {
      let bytes: [UInt8]
      do {
        bytes = try reader.next(upTo: Self.piece)
      } catch {
        conversation.note(.cancelled)
        throw .unreadableBody(error)
      }
      if bytes.isEmpty {
        body = nil
        try sayEnd()
      } else {
        try say([("id", BuiltJSON(id)), ("body", .boolean(true))], bytes.span)
        sent += bytes.count
      }
    }
  }

  private func sayEnd() throws(ExchangeError) {
    try say([("id", BuiltJSON(id)), ("end", .boolean(true))])
  }

  private func say(
    _ members: [(key: String, value: BuiltJSON)], _ payload: Span<UInt8> = Span()
  ) throws(ExchangeError) {
    try rethrowing(conversation.say(members, payload), as: \ConversationEnd.requestError)
  }

  /// Returns the frame; nil if more of the body can be sent.
  func next() async throws(ExchangeError) -> Frame? {
    try checkTotal()
    let limit = limit
    do {
      return try await conversation.nextOrRoom(within: limit, of: id, wantsRoom: body != nil)
    } catch {
      // The wait may have been for the rest of that time.
      try checkTotal()
      throw error.requestError
    }
  }

  private func checkTotal() throws(ExchangeError) {
    guard let total = request.limits.total, passed >= total + PluginLimits.grace else { return }
    conversation.note(.cancelled)
    throw .timedOut(.total(after: total))
  }

  private var passed: Duration { SuspendingClock.now - start - kept }

  /// The time limit for the next frame: what remains of the request's limits and some grace,
  /// because the plugin itself enforces these limits.
  private var limit: Duration? {
    var limits: [Duration] = []
    if let silence = conversation.plugin.manifest.silence { limits.append(silence) }
    if !hasHead {
      limits.append(request.limits.connect + request.limits.idle + PluginLimits.grace)
    } else if !allowsSilence {
      limits.append(request.limits.idle + PluginLimits.grace)
    }
    if let total = request.limits.total {
      limits.append(max(total + PluginLimits.grace - passed, .milliseconds(1)))
    }
    return limits.min()
  }

  // MARK: The response

  /// Returns whether it was the last frame, or the receiver needs no more.
  mutating func take(
    _ frame: Frame, _ receiver: any ExchangeReceiver
  ) throws(ExchangeError) -> Bool {
    if let error = frame["error"] {
      throw failure(PluginError(error))
    }
    if let interim = frame["interim"], !hasHead {
      interims += 1
      guard interims <= Self.mostInterims else {
        throw broken("it sent more than \(Self.mostInterims) interim responses")
      }
      let head = try head(interim, within: 100...199)
      receiver.note(interim: head)
      return false
    }
    if let response = frame["response"], !hasHead {
      hasHead = true
      let head = try head(response, within: 200...599)
      length = length(of: head)
      let demand = receiver.receive(head)
      allowsSilence = receiver.silence == .allowed
      if demand == .stop { return cancel() }
      return false
    }
    guard hasHead else { throw broken("the head of the response must come first") }
    if frame["body"] != nil {
      received += frame.payload.count
      guard !frame.payload.isEmpty else { throw broken("a frame with 'body' has no bytes") }
      let begin = SuspendingClock.now
      defer { kept += SuspendingClock.now - begin }
      if receiver.receive(frame.payload.span) == .stop || receiver.pause() == .stop {
        return cancel()
      }
      return false
    }
    guard frame["end"] != nil else {
      throw broken("a frame has neither 'body' nor 'end' nor 'error'")
    }
    try checkLength()
    // The rest of the body would be read as part of the next request.
    isComplete = body == nil
    let trailers = try fields(frame["trailers"])
    if !trailers.isEmpty { receiver.note(trailers: trailers) }
    return true
  }

  /// The number of bytes that the body of a response states to have (RFC 9112, section 6.3).
  private func length(of head: ResponseHead) -> Int? {
    guard request.method != "HEAD", ![204, 304].contains(head.status),
      head.header("Transfer-Encoding") == nil,
      head.list("Content-Encoding").allSatisfy({ $0.lowercased() == "identity" })
    else { return nil }
    return head.header("Content-Length").flatMap { Int($0) }
  }

  private func checkLength() throws(ExchangeError) {
    guard let length, received != length else { return }
    throw .transport(
      ConnectionFailure(
        received < length ? .truncated : .protocolViolation, origin: request.url.origin,
        reason: "\(received) of \(length) bytes"))
  }

  private func cancel() -> Bool {
    conversation.cancel(id)
    return true
  }

  private func head(
    _ json: JSONNode, within range: ClosedRange<Int>
  ) throws(ExchangeError) -> ResponseHead {
    guard let status = json["status"].flatMap({ Int($0.text) }), range ~= status else {
      throw broken(
        "a status must be a whole number from \(range.lowerBound) to \(range.upperBound),"
          + " not \(String((json["status"]?.text ?? "nothing").prefix(40)))")
    }
    let reason = json["reason"]?.string ?? ""
    let version = json["http_version"]?.string ?? "HTTP/1.1"
    guard HeaderSyntax.isValue(Array(reason.utf8)), HeaderSyntax.isValue(Array(version.utf8)),
      reason.utf8.count <= 1000, version.utf8.count <= 20
    else { throw broken("its reason or version is not valid in a status line") }
    return ResponseHead(
      version: version, status: status, reason: reason, headers: try fields(json["headers"]))
  }

  private func fields(_ json: JSONNode?) throws(ExchangeError) -> [ResponseHead.Field] {
    return try rethrowing(HeaderList.read(json).map { ResponseHead.Field($0.name, $0.value) }) {
      (error: HeaderListProblem) in broken(error.reason)
    }
  }

  private func broken(_ reason: String) -> ExchangeError {
    conversation.note(conversation.failure("it broke the protocol: \(reason)")).requestError
  }

  private func failure(_ error: PluginError) -> ExchangeError {
    func transport(_ kind: ConnectionFailure.Kind) -> ExchangeError {
      .transport(ConnectionFailure(kind, origin: request.url.origin, reason: error.message))
    }
    switch error.code {
    case .dns: return transport(.hostNotFound)
    case .connect: return transport(.cannotConnect)
    case .tls: return transport(.tls)
    case .protocol, .tooLarge: return transport(.protocolViolation)
    case .truncated: return transport(.truncated)
    case .timeout: return .timedOut(phase)
    case .cancelled: return .cancelled
    case .authFailed, .badInput, .notSupported, .internal, nil:
      return .plugin(error.failure(of: conversation.plugin.name))
    }
  }

  /// What the plugin waited for, judged by the time that has passed.
  private var phase: ExchangeTimeout {
    if let total = request.limits.total, passed >= total - .milliseconds(50) {
      return .total(after: total)
    }
    if !hasHead, passed < request.limits.idle, passed >= request.limits.connect - .milliseconds(50)
    {
      return .connecting(after: request.limits.connect)
    }
    return .idle(after: request.limits.idle)
  }
}

extension Duration {
  var milliseconds: Int {
    let (seconds, attoseconds) = components
    return Int(min(seconds, 1_000_000_000)) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
  }
}

extension ProtectedText {
  fileprivate var isUTF8: Bool { String(validating: revealedBytes, as: UTF8.self) != nil }
}
