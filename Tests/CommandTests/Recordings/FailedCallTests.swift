import Foundation
import Testing

@Suite("The request in the report of a case")
struct FailedCallTests {
  private static let files = [
    "pay.yaml": """
    url: https://shop.example/pay
    examples:
      down: {with: {}, test: {skip: not here}, response: {status: 500, text: down}}
    """,
    "cart.yaml": """
    url: https://shop.example/cart
    examples:
      ok: {with: {}, response: {}}
    """,
    "clean.yaml": """
    url: https://shop.example/clean
    method: DELETE
    examples:
      ok: {with: {}, response: {status: 204}}
    """,
    "order.test.yaml": """
    steps:
      cart: {call: cart.yaml, cleanup: {call: clean.yaml}}
      paid: {call: pay.yaml}
    """,
  ]

  @Test("It is that of the call that failed, not of a cleanup after it")
  func request() throws {
    let folder = "\(Place.scratch)/failed-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (name, text) in Self.files {
      try text.write(toFile: "\(folder)/\(name)", atomically: false, encoding: .utf8)
    }
    let run = try CommandRun("test", "order.test.yaml", in: folder)
    #expect(run.ending == .exit(9))
    #expect(run.error.contains("\n  request: GET https://shop.example/pay\n"), "\(run.error)")
  }
}
