import APICallBase
import APICallRequests
import TestWorlds
import Testing

@Suite("Output of a call masks the secrets of the whole run")
struct RunMasksTests {
  @Test("A later response that repeats what an earlier step sent is shown without it")
  func laterEcho() async throws {
    let trial = try await ScriptTrial(
      MemoryFiles([
        SpecText.name: """
        inputs: {key: {secret: true}}
        steps:
          login: {call: {host: "https://a.example", path: /login, headers: {X-Key: <key>}}}
          next: {call: {host: "https://a.example", path: /next}}
          last: {call: {host: "https://a.example", path: /last}}
        """
      ]),
      answers: [
        "/next": [ScriptedRequester(500, type: "text/plain", "you sent s3cret-typed before")]
      ],
      inputs: ["key=s3cret-typed"].compactMap { InputResolver.Assignment($0) })
    #expect(trial.failure?.status == .serverError)
    #expect(trial.error.contains("you sent *** before"), "\(trial.error)")
    #expect(!trial.error.contains("s3cret-typed"))
  }
}
