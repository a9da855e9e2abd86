import APICallBase
import APICallSystem
import APICallText
import Testing

@Suite("Signatures with private keys")
struct PrivateKeyTests {
  /// The key of RFC 8037, appendix A.1, as PKCS #8.
  private static let key: [UInt8] = {
    let head: [UInt8] = [
      0x30, 0x2E, 2, 1, 0, 0x30, 5, 6, 3, 0x2B, 0x65, 0x70, 4, 0x22, 4, 0x20,
    ]
    let number = Base64.decode(Array("nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A".utf8)) ?? []
    let text = Base64.encode(head + number)
    return Array("-----BEGIN PRIVATE KEY-----\n\(text)\n-----END PRIVATE KEY-----\n".utf8)
  }()

  @Test("A signature is that of RFC 8037, appendix A.4")
  func ed25519() throws {
    let message = "eyJhbGciOiJFZERTQSJ9.RXhhbXBsZSBvZiBFZDI1NTE5IHNpZ25pbmc"
    let signature = try Signatures.system.sign(.edDSA, Array(message.utf8), Self.key)
    #expect(
      Base64.encode(signature, with: .url)
        == "hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAg")
    #expect(try Signatures.system.algorithm(Self.key) == .edDSA)
  }

  @Test("Other texts and algorithms are refused")
  func refused() {
    #expect(throws: SignatureProblem.notKey) { try Signatures.system.sign(.rs256, [], [1, 2, 3]) }
    #expect(throws: SignatureProblem.notKey) { try Signatures.system.algorithm([]) }
    #expect(throws: SignatureProblem.wrongKey("an Ed25519 key")) {
      try Signatures.system.sign(.es256, [], Self.key)
    }
  }
}
