import SeededNumbers
import Testing

@Suite("Items spread over pages at random")
struct PagePropertyTests {
  private typealias Page = PagedRequester.Page
  private static let seed: UInt64 = 20_261_121
  private static let forms = ["json", "map", "ndjson", "csv"]

  @Test("All items arrive once and in order, in every mode and media type")
  func spread() async throws {
    var random = SeededGenerator(seed: Self.seed)
    for iteration in 0..<300 {
      let form = random.pick(Self.forms)
      let mode = random.pick(
        form == "map" ? ["link", "next", "cursor", "page"] : ["link", "page"])
      let items = (0..<random.below(30)).map { Self.item($0, form, &random) }
      var parts = Self.split(items, &random)
      // Counting up ends at the first empty page.
      if mode == "page" { parts = parts.filter { !$0.isEmpty } + [[]] }
      // A page that another one announces has at least one byte.
      if form == "ndjson", mode == "link" {
        parts = parts.filter { !$0.isEmpty }
        if parts.isEmpty { parts = [[]] }
      }
      var pages: [Page] = []
      for (index, part) in parts.enumerated() {
        let isLast = index == parts.count - 1
        let token = isLast ? "null" : "\"t\(index + 1)\""
        let link = mode == "link" && !isLast ? "</x?page=\(index + 1)>; rel=next" : nil
        let next = mode == "next" && !isLast ? "\"/x?page=\(index + 1)\"" : token
        pages.append(
          Page(Self.body(of: part, form, next, &random), type: Self.type(of: form), link: link))
      }
      let way = [
        "link": "link: next", "next": "next: $.next", "cursor": "cursor: $.next, into: query.after",
        "page": "page: query.page",
      ][mode]
      let spec =
        "host: https://a.example\npath: /x\npaginate:"
        + " {\(way ?? "")\(form == "map" ? ", items: $.items" : "")}\n"
      let requester = PagedRequester(pages)
      let exchange = try await Exchange(requester, spec)
      let expected = items.map { form == "csv" ? "{\"id\":\"\($0)\"}\n" : "\($0)\n" }.joined()
      try #require(
        exchange.text == expected && exchange.failure == nil,
        "seed \(Self.seed), iteration \(iteration): \(mode) of \(form): \(exchange)")
      #expect(requester.requests.count == pages.count)
    }
  }

  /// An item without white space; all items differ.
  private static func item(_ index: Int, _ form: String, _ random: inout SeededGenerator) -> String
  {
    guard form != "csv" else { return "\(index)" }
    return random.pick([
      "\(index)", "\(index).10", "\"a \(index)\\n\\u00e4\"", "{\"b\":\(index),\"a\":[],\"b\":null}",
      "[\(index),[\"x  y\"]]", "1\(index)0E400",
    ])
  }

  private static func split(_ items: [String], _ random: inout SeededGenerator) -> [[String]] {
    var parts: [[String]] = [[]]
    for item in items {
      while random.below(4) == 0 { parts.append([]) }
      parts[parts.count - 1].append(item)
    }
    return parts
  }

  private static func body(
    of items: [String], _ form: String, _ next: String, _ random: inout SeededGenerator
  ) -> String {
    let space = random.pick(["", " ", "\n", "\r\n\t "])
    switch form {
    case "csv": return "id\n" + items.map { "\($0)\n" }.joined()
    case "ndjson": return items.map { "\($0)\n" }.joined()
    default:
      let list = "[\(space)" + items.joined(separator: "\(space),\(space)") + "\(space)]"
      guard form == "map" else { return list }
      return "{\(space)\"next\":\(next),\"items\":\(space)\(list)\(space)}"
    }
  }

  private static func type(of form: String) -> String {
    switch form {
    case "csv": "text/csv"
    case "ndjson": "application/x-ndjson"
    default: "application/json"
    }
  }
}
