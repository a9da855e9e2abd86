import APICallHTTP
import Testing

@Suite("How far an exchange has come")
struct TransferProgressTests {
  @Test("what went before is counted in, and what is not known stays so")
  func following() {
    let before = TransferProgress(sent: 1, toSend: 2, received: 3, toReceive: 4)
    #expect(
      TransferProgress(sent: 10, toSend: 20, received: 30, toReceive: 40).following(before)
        == TransferProgress(sent: 11, toSend: 21, received: 33, toReceive: 43))
    #expect(
      TransferProgress(sent: 10, received: 30).following(before)
        == TransferProgress(sent: 11, received: 33))
  }

  @Test("a length of a server that goes past all numbers ends at the greatest")
  func greatest() {
    let page = TransferProgress(received: 3, toReceive: .max)
    #expect(
      page.following(TransferProgress(received: 5))
        == TransferProgress(received: 8, toReceive: .max))
  }
}
