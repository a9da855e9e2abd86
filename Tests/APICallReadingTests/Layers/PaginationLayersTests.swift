import APICallLanguage
import APICallModel
import APICallReading
import APICallRequests
import JSONText
import TestWorlds
import Testing

/// Tests how `paginate` is merged.
struct PaginationLayersTests {
  private static func pagination(
    _ base: String, _ upper: String, _ overrides: Overrides = Overrides()
  ) throws -> Pagination {
    var files = MemoryFiles()
    files.add("base.yaml", "host: https://a.example\npaginate: \(base)\n")
    let call = try SpecText.call(
      "extends: base.yaml\npaginate: \(upper)\n", files: files, overrides: overrides)
    return try #require(call.endpoint.pagination)
  }

  @Test("One way to the next page replaces another, and the rest is kept")
  func ways() throws {
    let counted = try Self.pagination(
      "{cursor: $.c, into: query.c, items: $.data}", "{page: query.p, max_pages: 3}")
    guard case .page(in: .query("p")) = counted.style else {
      Issue.record("\(counted.style)")
      return
    }
    #expect(counted.items?.path.path == (try JSONPath("$.data")))
    #expect(counted.maxPages?.pages == 3)
    let linked = try Self.pagination("{cursor: $.c, into: query.c}", "{link: Next}")
    guard case .link(relation: "Next") = linked.style else {
      Issue.record("\(linked.style)")
      return
    }
  }

  @Test("The command line takes precedence over the file")
  func overrides() throws {
    var overrides = Overrides()
    overrides.set(field: "paginate.max_pages", to: "7", isText: false, by: "--max-pages")
    overrides.set(field: "paginate.allow_partial", to: "true", isText: false, by: "--allow-partial")
    let pagination = try Self.pagination("{link: next, max_pages: 2}", "{every: 1s}", overrides)
    #expect(pagination.maxPages?.pages == 7 && pagination.allowsPartial)
    #expect(pagination.pause == .seconds(1))
  }
}
