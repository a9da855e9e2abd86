import Testing

struct OAuth1Tests {
  /// Needs a Python with oauthlib.
  @Test(
    "oauthlib computes the signatures of generated requests as well",
    .enabled(if: TestPython.has("oauthlib"), "a Python with oauthlib is needed"))
  func generated() throws {
    let seed = Int.random(in: 0..<1_000_000)
    let python = try #require(TestPython.program(with: "oauthlib"))
    let check = CommandRun(
      try ChildProcess([
        python, "\(Place.fixtures)/signatures/check_signatures.py",
        Place.program("apicall"), "oauth1", "\(seed)", "200",
      ]))
    #expect(check.ending == .exit(0), "seed \(seed): \(check)")
  }
}
