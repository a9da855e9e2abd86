import APICallContracts
import APICallHTTP
import APICallRun
import APICallSafety
import TestWorlds
import Testing

@Suite("HeadGate")
struct HeadGateTests {
  private final class Notes: ExchangeReceiver {
    var lines: [String] = []

    func receive(_ head: ResponseHead) -> Demand {
      lines.append("head \(head.status)")
      return .more
    }

    func receive(_ bytes: Span<UInt8>) -> Demand {
      lines.append("\(bytes.count) bytes")
      return .more
    }

    func note(interim head: ResponseHead) { lines.append("interim \(head.status)") }
  }

  @Test("It passes on wanted responses, and interim ones")
  func passes() async throws {
    let notes = Notes()
    let gate = HeadGate(before: notes) { $0.status == 200 }
    gate.note(interim: ResponseHead(status: 103))
    try await ScriptedRequester(200, "abc").send(Self.request, to: gate)
    #expect(notes.lines == ["interim 103", "head 200", "3 bytes"])
    #expect(gate.hasPassed && gate.refused == nil)
  }

  @Test("It withholds unwanted responses, with their bodies")
  func keepsBack() async throws {
    let notes = Notes()
    let gate = HeadGate(before: notes) { $0.status == 200 }
    try await ScriptedRequester(302, "abc").send(Self.request, to: gate)
    #expect(notes.lines.isEmpty && !gate.hasPassed)
    #expect(gate.refused?.status == 302)
  }

  @Test("It reads no more of an unwanted body than a new connection would cost")
  func stops() {
    let gate = HeadGate(before: Notes()) { _ in false }
    #expect(gate.receive(ResponseHead(status: 302)) == .more)
    let piece = [UInt8](repeating: 0, count: 16 << 10)
    let demands = (1...4).map { _ in gate.receive(piece.span) }
    #expect(demands == [.more, .more, .more, .stop])
  }

  @Test("It does not wait forever for a body that trickles")
  func trickle() {
    let gate = HeadGate(before: Notes()) { _ in false }
    #expect(gate.receive(ResponseHead(status: 302)) == .more)
    let demands = (1...8).map { _ in
      gate.receive([UInt8(ascii: "a")].span) == .more ? gate.pause() : .stop
    }
    #expect(demands == [.more, .more, .more, .more, .more, .more, .more, .stop])
  }

  private static let request = OutgoingRequest(
    method: "GET", url: RequestURL(origin: Origin(scheme: .https, host: "a.example"), path: "/"))
}
