import APICallHTTP
import APICallRequests
import APICallSafety
import TestWorlds
import Testing

@Suite("Optional credentials")
struct OptionalCredentialTests {
  @Test(
    "Auth is sent if its input has a value, and left out otherwise",
    arguments: [
      "{type: bearer, token: <token>}", "{type: apikey, name: X-Key, value: <token>}",
      "{type: basic, username: eve, password: <token>}",
    ])
  func optional(_ auth: String) throws {
    let spec = """
      host: https://a.example
      auth: \(auth)
      inputs: {token: {secret: true, optional: true}}
      """
    let without = try SpecText.call(spec).request
    let with = try SpecText.call(spec, ["token=abcdefgh"]).request
    #expect(with.headers.count == without.headers.count + 1)
    let names = without.headers.map(\.name)
    let added = with.headers.filter { !names.contains($0.name) }
    #expect(added.count == 1 && added[0].value.holdsSecret)
  }
}
