import APICall
import APICallFoundation
import Testing

@Suite("Types of Foundation", .timeLimit(.minutes(15)))
struct FoundationTypesTests {
  struct Item: Decodable, Equatable {
    var due: Date
    var link: URL
    var image: Data?
    var price: Decimal
  }

  @Test("Dates, URLs, data and decimals are decoded from what JSON has for them")
  func types() async throws {
    let response = try await response(
      """
      [{"due": "2026-01-31T12:00:00.5+01:00", "link": "https://example.com/a?b=c",
        "image": "aGVsbG8=", "price": 12345678901234567890.123456789}]
      """)
    let items: [Item] = try response.decode(using: .foundation)
    #expect(
      items == [
        Item(
          due: Date(timeIntervalSince1970: 1_769_857_200.5),
          link: try #require(URL(string: "https://example.com/a?b=c")),
          image: Data("hello".utf8),
          price: try #require(Decimal(string: "12345678901234567890.123456789")))
      ])
  }

  @Test("Dates are read as the program says, beside its other choices")
  func choices() async throws {
    struct Item: Decodable { var dueDate: Date }
    var decoding = JSONDecoding(keys: .fromSnakeCase, dates: .millisecondsSince1970)
    decoding.useFoundation()
    let item: Item = try await response(#"{"due_date": 1700000000250}"#).decode(using: decoding)
    #expect(item.dueDate == Date(timeIntervalSince1970: 1_700_000_000.25))
  }

  @Test(
    "What is not such a value is an error with its place",
    arguments: [
      (
        "due", #""tomorrow""#,
        "a string is not a date as RFC 3339 writes it, such as \"2026-01-31T12:00:00Z\""
      ),
      ("link", #""http://[""#, "the string is not a URL"),
      ("image", #""%%%""#, "the string is not data in Base64"),
      ("price", #""1""#, "a string is not a number"),
      (
        "price", "0.1234567890123456789012345678901234567890123",
        "the number has more digits than a Decimal"
      ),
      ("price", "1e400", "the number has more digits than a Decimal"),
    ])
  func problems(key: String, value: String, message: String) async throws {
    let members = [
      "due": #""2026-01-31""#, "link": #""https://example.com""#, "image": #""""#, "price": "1",
    ].merging([key: value]) { $1 }
    let text = members.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", ")
    let response = try await response("{\(text)}")
    let error = #expect(throws: RequestError.self) {
      try response.decode(Item.self, using: .foundation)
    }
    #expect(error?.diagnostics.map(\.message) == ["cannot decode $.\(key): \(message)"])
  }

  @Test("A decoder of Foundation that a program has set up decodes a response")
  func decoder() async throws {
    struct Item: Decodable { var dueDate: Date }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .secondsSince1970
    let response = try await response(#"[{"due_date": 1700000000}, {"due_date": "x"}]"#)
    #expect(String(decoding: response.data, as: UTF8.self) == response.text)
    let error = #expect(throws: RequestError.self) {
      try response.decode([Item].self, using: decoder)
    }
    #expect(
      error?.description == """
        body:1:28: error: cannot decode $[1]: Expected to decode Double but found a string instead.
          1 | [{"due_date": 1700000000}, {"due_date": "x"}]
            |                            ^^^^^^^^^^^^^^^^^
        """)
    let html = try await self.response("<html>")
    #expect(
      #expect(throws: RequestError.self) { try html.decode([Item].self, using: decoder) }?
        .diagnostics.map(\.message)
        == ["the body is not JSON: unexpected `<` where a value was expected"])
    let empty = try await self.response("")
    #expect(
      #expect(throws: RequestError.self) { try empty.decode([Item].self, using: decoder) }?
        .description == "the response has no body")
  }

  @Test("Points in time and dates become each other")
  func times() {
    let date = Date(timeIntervalSince1970: -0.25)
    #expect(Timestamp(date) == Timestamp(seconds: -1, nanoseconds: 750_000_000))
    #expect(Date(Timestamp(date)) == date)
    let whole = Timestamp(Date(Timestamp(seconds: 1_785_412_800, nanoseconds: 123_456_000)))
    #expect(whole.description == "2026-07-30T12:00:00.123456Z")
    #expect(Timestamp(Date(timeIntervalSince1970: -0.000_000_1)) == Timestamp(seconds: 0))
    #expect(Timestamp(.distantFuture).description == "4001-01-01T00:00:00Z")
    #expect(Timestamp(Date(timeIntervalSince1970: .infinity)).seconds == 1_000_000_000_000_000)
  }

  @Test("Values of Foundation are inputs")
  func inputs() async throws {
    let recorder = RecordingRequester(by: SucceedingRequester())
    let endpoint = try Endpoint(
      yaml: """
        url: http://example.com/
        query: {at: <at>, link: <link>, price: <price>}
        inputs: {at: {}, link: {}, price: {type: number}}
        """)
    var inputs: Inputs = ["at": .date(Date(timeIntervalSince1970: 0.5)), "price": 1]
    inputs["link"] = .url(try #require(URL(string: "https://example.com/ä?x=1")))
    inputs["price"] = .decimal(try #require(Decimal(string: "12345678901234567890.5")))
    _ = try await Client(requester: recorder).call(endpoint, inputs)
    #expect(
      recorder.exchanges.map(\.request.url) == [
        "http://example.com/?at=1970-01-01T00%3A00%3A00.5Z"
          + "&link=https%3A%2F%2Fexample.com%2F%25C3%25A4%3Fx%3D1&price=12345678901234567890.5"
      ])
  }

  private func response(_ body: String) async throws -> Response {
    try await Client(requester: SucceedingRequester(body))
      .call(try Endpoint(yaml: "url: http://example.com/\n"))
  }
}
