import APICallContracts
import Testing

@Suite("Progress of an exchange")
struct ExchangeProgressTests {
  @Test("Earlier bytes are added, and an unknown length stays unknown")
  func following() {
    let before = ExchangeProgress(sent: 1, toSend: 2, received: 3, toReceive: 4)
    #expect(
      ExchangeProgress(sent: 10, toSend: 20, received: 30, toReceive: 40).following(before)
        == ExchangeProgress(sent: 11, toSend: 21, received: 33, toReceive: 43))
    #expect(
      ExchangeProgress(sent: 10, received: 30).following(before)
        == ExchangeProgress(sent: 11, received: 33))
  }

  @Test("A server's length beyond the largest number is that number")
  func greatest() {
    let page = ExchangeProgress(received: 3, toReceive: .max)
    #expect(
      page.following(ExchangeProgress(received: 5))
        == ExchangeProgress(received: 8, toReceive: .max))
  }
}
