import APICallBase
import APICallHTTP
import APICallRequests

extension ClientConnection {
  mutating func serve(_ service: MockService) async {
    do throws(End) {
      var isKept = true
      while isKept {
        let head = try await head()
        let request = try await request(head)
        isKept = head.keepsConnection
        let connection = isKept ? head.isOld ? "keep-alive" : nil : "close"
        try await send(
          service.response(to: request)
            .bytes(isToHead: head.method == "HEAD", connection: connection))
      }
    } catch .refused(let problem) {
      try? await send(problem.response.bytes(isToHead: false, connection: "close"))
      await readRest()
    } catch {}
    close()
  }

  private mutating func head() async throws(End) -> RequestHead {
    if !hasMore { try await fill(until: silenceEnd, else: .gone) }
    let deadline = ContinuousClock.now + RequestLimits.longestHeadTime
    var line: [UInt8] = []
    // An empty line may come before (RFC 9112, section 2.2).
    for _ in 0..<2 where line.isEmpty {
      line = try await self.line(
        atMost: RequestLimits.longestRequestLine, else: .longRequestLine, until: deadline,
        else: .refused(.slowHead))
    }
    var head = try judged { () throws(RequestProblem) in try RequestHead(requestLine: line) }
    var left = RequestLimits.longestHead - line.count
    while true {
      line = try await self.line(
        atMost: left, else: .longHead, until: deadline, else: .refused(.slowHead))
      guard !line.isEmpty else { return head }
      left -= line.count
      try judged { () throws(RequestProblem) in try head.add(line) }
    }
  }

  private mutating func request(_ head: RequestHead) async throws(End) -> ReceivedRequest {
    let (authority, framing, isAwaiting) = try judged { () throws(RequestProblem) in
      (try head.authority(), try head.framing(), try head.expectsContinue())
    }
    if isAwaiting, framing != .length(0), !hasMore {
      try await send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
    }
    var body: [UInt8] = []
    switch framing {
    case .length(let length): try await take(length, into: &body)
    case .chunked: try await takeChunks(into: &body)
    }
    return ReceivedRequest(
      method: head.method, authority: authority, path: Array(head.path.utf8),
      query: Array(head.query.utf8), headers: head.fields, body: body)
  }

  /// Reads a chunked body (RFC 9112, section 7.1), and the trailers, which are ignored.
  private mutating func takeChunks(into body: inout [UInt8]) async throws(End) {
    while true {
      let line = try await self.line(
        atMost: RequestLimits.longestChunkLine, needsReturn: true, else: .chunk,
        until: silenceEnd, else: .gone)
      let digits = line.prefix { $0 != UInt8(ascii: ";") }
      guard let size = digits.number(radix: 16), line.allSatisfy({ $0 >= 0x20 }) else {
        throw .refused(.chunk)
      }
      guard size > 0 else { break }
      guard body.count + size <= RequestLimits.longestBody else { throw .refused(.longBody) }
      try await take(size, into: &body)
      // Only a line end separates a chunk from the next.
      _ = try await self.line(
        atMost: 0, needsReturn: true, else: .chunk, until: silenceEnd, else: .gone)
    }
    var left = RequestLimits.longestHead
    for _ in 0...RequestLimits.mostFields {
      let line = try await self.line(
        atMost: left, else: .longHead, until: silenceEnd, else: .gone)
      guard !line.isEmpty else { return }
      left -= line.count
      _ = try judged { () throws(RequestProblem) in try RequestHead.field(line) }
    }
    throw .refused(.manyFields)
  }

  /// Returns the result of a check of the request; a problem ends the connection.
  private func judged<Value>(_ judge: () throws(RequestProblem) -> Value) throws(End) -> Value {
    try rethrowing(judge()) { End.refused($0) }
  }
}

extension ReceivedResponse {
  /// Returns a response as it is sent.
  ///
  /// The server, not an example, sets the fields that mark its end.
  ///
  /// Returns head and body.
  fileprivate func bytes(isToHead: Bool, connection: String?) -> [UInt8] {
    let own = ["content-length", "transfer-encoding", "connection"]
    var fields = head.headers.filter { !own.contains($0.name.lowercased()) }
    // These end with their head (RFC 9112, section 6.3).
    let endsWithHead = head.status < 200 || head.status == 204 || head.status == 304
    if !endsWithHead { fields.append(ResponseHead.Field("Content-Length", "\(body.count)")) }
    if let connection { fields.append(ResponseHead.Field("Connection", connection)) }
    fields.sort { $0.name < $1.name }
    var bytes = Array("HTTP/1.1 \(head.status) \(head.reason)\r\n".utf8)
    for field in fields { bytes += Array("\(field.name): \(field.value)\r\n".utf8) }
    bytes += Array("\r\n".utf8)
    return isToHead || endsWithHead ? bytes : bytes + body
  }
}
