import APICallBase
import APICallContracts
import APICallCurl
import APICallHTTP
import APICallRun

/// A receiver of the engine, which is used on its loop only, and only until the exchange has ended.
final class ReceiverLease: Sendable {
  let loop: CurlLoop
  /// Used on the loop; nil once the exchange has ended.
  nonisolated(unsafe) private var receiver: (any ExchangeReceiver)?

  init(_ receiver: any ExchangeReceiver, on loop: CurlLoop) {
    self.receiver = receiver
    self.loop = loop
  }

  func end() { receiver = nil }

  /// What passes a response to the receiver, and keeps a copy; nil once the exchange has ended.
  func copy(limit: Int) async -> CopyingReceiver? {
    await loop.carry { self.receiver.map { CopyingReceiver(before: $0, limit: limit) } }
  }

  func receive(_ head: ResponseHead) async -> ResponseReceiver.Demand {
    await loop.carry { self.receiver?.receive(head) == .more ? .more : .stop }
  }

  func receive(_ bytes: [UInt8]) async -> ResponseReceiver.Demand {
    await loop.carry {
      while self.receiver?.isFull == true {
        do throws(CancellationError) {
          try await self.loop.sleep(for: .milliseconds(5))
        } catch {
          return .stop
        }
      }
      return self.receiver?.receive(bytes.span) == .more ? .more : .stop
    }
  }

  func receive(_ progress: TransferProgress) async {
    await loop.carry {
      guard let receiver = self.receiver, receiver.wantsProgress else { return }
      receiver.note(
        ExchangeProgress(
          sent: progress.sent, toSend: progress.toSend, received: progress.received,
          toReceive: progress.toReceive))
    }
  }

  func receive(
    _ request: Request, from requester: any EngineRequester
  ) async throws(RequestError) {
    let result: Result<Void, RequestError> = await loop.carry {
      guard let receiver = self.receiver else { return .failure(.cancelled) }
      do throws(APICallBase.Failure) {
        let engine = try requester.requester(for: request.context, on: self.loop)
        do throws(ExchangeError) {
          try await engine.send(request.content, to: receiver)
          return .success(())
        } catch {
          return .failure(RequestError(error, of: request.content))
        }
      } catch {
        return .failure(RequestError(error, nil))
      }
    }
    try result.get()
  }

  @discardableResult
  func receive(
    _ request: OutgoingRequest, from sender: NextSender
  ) async throws(RequestError) -> HTTPResponse? {
    let result: Result<HTTPResponse?, RequestError> = await loop.carry {
      guard let receiver = self.receiver else { return .failure(.cancelled) }
      // Only the gate tells which head was delivered.
      var head: ResponseHead?
      let gate = HeadGate(before: receiver) { found in
        head = found
        return true
      }
      do throws(ExchangeError) {
        try await sender.send(request, to: gate)
        return .success(head.map { HTTPResponse($0) })
      } catch {
        return .failure(RequestError(error, of: request))
      }
    }
    return try result.get()
  }
}

/// Passes a response on, and keeps a copy of it, on the loop.
final class CopyingReceiver: PassingReceiver, @unchecked Sendable {
  let receiver: any ExchangeReceiver
  private let holder: ResponseHolder

  init(before receiver: any ExchangeReceiver, limit: Int) {
    self.receiver = receiver
    holder = ResponseHolder(limit: limit)
  }

  var response: (head: HTTPResponse, body: [UInt8]) { holder.response }

  func receive(_ head: ResponseHead) -> Demand {
    _ = holder.receive(head)
    return receiver.receive(head)
  }

  func receive(_ bytes: Span<UInt8>) -> Demand {
    _ = holder.receive(bytes)
    return receiver.receive(bytes)
  }
}

/// Holds a response, on the loop.
final class ResponseHolder: ExchangeReceiver, @unchecked Sendable {
  private var head: ResponseHead?
  private var body: [UInt8] = []
  private let limit: Int

  init(limit: Int) { self.limit = max(limit, 0) }

  var response: (head: HTTPResponse, body: [UInt8]) {
    (HTTPResponse(head ?? ResponseHead(status: 0)), body)
  }

  func receive(_ head: ResponseHead) -> Demand {
    self.head = head
    return .more
  }

  func receive(_ bytes: Span<UInt8>) -> Demand {
    let piece = bytes.extracting(first: limit - body.count)
    piece.withUnsafeBufferPointer { body.append(contentsOf: $0) }
    return body.count < limit ? .more : .stop
  }
}
