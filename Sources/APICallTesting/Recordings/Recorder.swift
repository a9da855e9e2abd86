package import APICallBase
import APICallContracts
import APICallHTTP
package import APICallModel
import APICallPlugins
package import APICallRequests
package import APICallResponses
package import APICallRun
import APICallText
import Synchronization

/// Records the exchanges of a run, in memory until the run has ended.
///
/// Set it as the tap of the run, and give the run the world of ``moment``. Nothing is written to a
/// disk before ``files(knowing:for:)`` has masked the secrets of the whole run: the last response
/// may show which part of the first one is secret.
package final class Recorder: ExchangeTap, Sendable {
  package let moment: RecordedMoment
  private let registry: Registry
  private let masksValues: Bool
  private let exchanges = Mutex<[TappedExchange]>([])

  package init(
    _ moment: RecordedMoment, registry: Registry = Builtins.readingRegistry,
    masksValues: Bool = true
  ) {
    self.moment = moment
    self.registry = registry
    self.masksValues = masksValues
  }

  package var count: Int { exchanges.withLock { $0.count { $0.isOver } } }

  /// The exchanges so far, in the order of a recording.
  var seen: [TappedExchange] { exchanges.withLock { $0.filter(\.isOver) }.inOrderOfSteps }

  /// Returns such as `recorded 2 exchanges in 'seen'; masked: 2 by name`.
  package func summary(in folder: String, masking counts: String) -> String {
    let exchanges = count.counted("exchange")
    let masked = counts.isEmpty ? "" : "; masked: \(counts)"
    return "recorded \(exchanges) in '\(folder)'\(masked)"
  }

  /// What a recording contains without having been searched for secrets.
  package var warnings: [String] {
    var warnings: [String] = []
    for (index, exchange) in seen.enumerated() {
      let bodies = [
        ("request body", exchange.sent, exchange.request.contentType),
        ("body", exchange.body, exchange.head?.header("Content-Type")),
      ]
      for case (let name, .bytes(let bytes), let type) in bodies
      where ExchangeBody(bytes, type: type).isCompressed {
        warnings.append(
          "the \(name) of exchange \(index + 1) is compressed; it was not searched for secrets")
      }
    }
    return warnings
  }

  package func middleware(
    for call: Call, at place: StepPlace, usingHeaders usesHeaders: Bool
  ) -> any ExchangeMiddleware {
    ExchangeRecording(
      call: call, place: place, usesHeaders: usesHeaders, recorder: self)
  }

  fileprivate func begin(_ exchange: TappedExchange) -> Int {
    exchanges.withLock { exchanges in
      exchanges.append(exchange)
      exchanges[exchanges.count - 1].number = exchanges.count - 1
      return exchanges.count - 1
    }
  }

  fileprivate func end(_ number: Int, _ change: (inout TappedExchange) -> Void) {
    exchanges.withLock { exchanges in
      change(&exchanges[number])
      exchanges[number].isOver = true
    }
  }

  /// Masks the exchanges and prints the files of the recording.
  ///
  /// Returns the files, and what was masked, in the words of messages: `2 by value, 1 by name`;
  /// empty if nothing was. Throws a ``Failure`` with exit status 73 for what cannot be recorded,
  /// also if a secret is a name in the files, and 70 if a secret is still found in the finished
  /// files.
  package func files(
    knowing world: World, for test: TestDeclaration
  ) throws(Failure) -> (files: [(name: String, bytes: [UInt8])], counts: String) {
    let exchanges = seen
    let secrets = try RunSecrets(of: exchanges, in: world, by: registry)
    let draft = RecordingDraft(exchanges: exchanges, kept: test.keep, headers: test.headers)
    try draft.check()
    var masking = RecordingMask(
      hiding: masksValues ? secrets.known : [], short: secrets.short, shown: draft.shownSecrets())
    let files = try draft.files(at: moment, by: &masking, digest: world.digests.sha256)
    try secrets.checkAbsence(in: files, besides: draft.names.union(masking.keptNames))
    return (files, masking.counts)
  }
}

extension [TappedExchange] {
  /// The exchanges in an order that does not depend on which of several calls was faster: by steps
  /// as they began, and by the iterations of each step.
  fileprivate var inOrderOfSteps: [TappedExchange] {
    var ranks: [String: Int] = [:]
    for exchange in self {
      let step = exchange.place.path.first ?? ""
      if ranks[step] == nil { ranks[step] = ranks.count }
    }
    func key(_ exchange: TappedExchange) -> (Int, Int, Int) {
      let rank = ranks[exchange.place.path.first ?? ""] ?? 0
      return (rank, exchange.place.iteration ?? 0, exchange.number)
    }
    return sorted { key($0) < key($1) }
  }
}

/// Passes the exchanges of one call on, and records them.
private struct ExchangeRecording: ExchangeMiddleware {
  let call: Call
  let place: StepPlace
  let usesHeaders: Bool
  let recorder: Recorder

  func send(
    _ request: OutgoingRequest, to receiver: any ExchangeReceiver, by next: NextSender
  ) async throws(ExchangeError) {
    let number = recorder.begin(
      TappedExchange(
        call: call, place: place, request: request, sent: TappedExchange.Body(of: request),
        usesHeaders: usesHeaders))
    let copy = ResponseCopy(before: receiver)
    do throws(ExchangeError) {
      try await next.send(request, to: copy)
    } catch {
      if let word = error.recordedWord(hasHead: copy.head != nil) {
        recorder.end(number) { ($0.head, $0.body, $0.failure) = (copy.head, copy.body, word) }
      }
      throw error
    }
    recorder.end(number) {
      ($0.head, $0.body, $0.trailers) = (copy.head, copy.body, copy.trailers)
    }
  }
}

extension ExchangeError {
  /// The word of recordings for a failed exchange; nil if it says nothing about the server.
  fileprivate func recordedWord(hasHead: Bool) -> String? {
    switch self {
    case .timedOut(.connecting): "timeout=connect"
    case .timedOut: "timeout"
    case .transport(let failure):
      switch failure.kind {
      case .hostNotFound: "dns"
      case .cannotConnect: "connect"
      case .tls: "tls"
      case .protocolViolation: "garbage"
      case .truncated, .other: hasHead ? "truncated" : "reset"
      case .noDescriptor, .noResponse: nil
      }
    default: nil
    }
  }
}
