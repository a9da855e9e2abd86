import Synchronization
import Testing

@testable import APICallSafety

@Suite("The secrets that a run has sent")
struct SecretTrailTests {
  @Test(
    "The latest secrets are masked, and one that every call sends is never lost",
    arguments: [1, 32, 33, 100, 1500])
  func many(count: Int) {
    let trail = SecretTrail()
    for number in 1...count {
      trail.note([], and: [Array("steady-token".utf8), Array("token-\(number)-".utf8)])
      // Only some calls show something.
      if number % 7 == 0 { _ = trail.redactor(besides: []) }
    }
    let redactor = trail.redactor(besides: [Array("its-own".utf8)])
    // All in one text: each text by itself would be searched for each secret.
    let last = (max(1, count - 900)...count).map { "token-\($0)-" }
    let lines = (last + ["steady-token", "its-own"]).map { "say \($0) again" }
    let masked = redactor.masking(lines.joined(separator: "\n")).split(separator: "\n")
    #expect(masked.allSatisfy { $0 == "say *** again" } && masked.count == lines.count, "\(masked)")
    #expect(redactor.masking("say token-0- again") == "say token-0- again")
  }

  @Test("No more secrets are kept than are masked, however many calls show nothing")
  func limits() {
    let trail = SecretTrail()
    for number in 1...3000 { trail.note([], and: [Array("token-\(number)-".utf8)]) }
    let sent = trail.notes.withLock { $0?.sent }
    #expect(sent?.typed.count == 1000)
    #expect(sent.map { $0.recent.count <= 33 } == true)
    #expect(trail.redactor(besides: []).masking("token-3000-") == "***")
  }

  @Test("If a run sent no secrets, only the requested ones are masked")
  func none() {
    let redactor = SecretTrail().redactor(besides: [Array("its-own".utf8)])
    #expect(redactor.masking("its-own and others") == "*** and others")
    #expect(SecretTrail().redactor(besides: []).isEmpty)
  }
}
