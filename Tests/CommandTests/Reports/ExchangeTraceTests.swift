import APICallCore
import Testing
import YAMLTree

@testable import apicall

@Suite("What -v shows")
struct ExchangeTraceTests {
  @Test("an output that is secret is masked in the answer's head, and so are credentials")
  func secretHeader() throws {
    let spec = """
      host: example.com
      outputs:
        token: {header: x-token, secret: true}
        etag: {header: ETag}
        id: {from: $.id, secret: true}
      """
    let vocabulary = EndpointReader.Vocabulary(formatters: [], requesters: [])
    let endpoint = try EndpointReader(vocabulary: vocabulary)
      .read(Source(name: "a.yaml", octets: Array(spec.utf8)))
    let head = ResponseHead(
      status: 200, reason: "OK",
      headers: [
        .init("X-Token", "abc"), .init("ETag", "v1"), .init("Set-Cookie", "s=1"), .init("id", "7"),
      ])
    #expect(
      ExchangeTrace.lines(
        of: .answered(head), ShownFields(of: endpoint, redactor: Redactor([]))) == [
        "< HTTP/1.1 200 OK", "< X-Token: ***", "< ETag: v1", "< Set-Cookie: ***", "< id: 7",
      ])
  }
}
