import APICallBase
import APICallLanguage
import JSONText
import Testing

@testable import APICallResponses

@Suite("The columns of an option")
struct ColumnsReaderTests {
  private func read(_ text: String) throws -> [String] {
    try Columns(option: text).items.map { "\($0.name) <- \($0.path)" }
  }

  @Test("Each has a path, and a name in front of it if it is renamed")
  func columns() throws {
    #expect(try read("id") == ["id <- id"])
    #expect(
      try read("id,who=owner.login,tags[0],\"a,b\"")
        == ["id <- id", "who <- owner.login", "tags[0] <- tags[0]", "a,b <- \"a,b\""])
    #expect(
      try read(#""a.b"."c=d", "x y" = z , [1][02].é"#)
        == [
          #""a.b"."c=d" <- "a.b"."c=d""#, "x y <- z", "[1][02].é <- [1][2].é",
        ])
    #expect(try read(#"  "\"\\"  ,"",$ref,a*,-1"#).count == 5)
    #expect(try read(#""\"\\""#) == [#""\ <- "\"\\""#])
  }

  @Test("A combining mark after a separator does not hide it")
  func marks() throws {
    #expect(try read("a,\u{301}b") == ["a <- a", "\u{301}b <- \u{301}b"])
    #expect(try read("\u{e9},e\u{301}").count == 2)
  }

  @Test("What it reads, it reads back from its words")
  func readsBack() throws {
    let names = ["a", "a.b", "", "*", "$", "\"", "\\", " ", "[0]", "x=y", "é", "\u{7f}", "a,b"]
    for first in names {
      for second in names {
        let path = MemberPath([.member(first), .item(7), .member(second)])
        #expect(try Columns(option: path.description).items.map(\.path) == [path])
      }
    }
  }

  @Test(
    "What cannot be read is a usage error that quotes it",
    arguments: [
      "", ",", "a,", ",a", "a,,b", " ", "a..b", ".a", "a.", "$.a", "*", "a[*]", "a[-1]", "a[",
      "a[0", "a[99999999999999999999]", "a b", "x.y=a", "[0]=a", "x=", "x=,y", "=", "\"a", "a\"",
      "\"a\"b", "a]", "a=b=c", #""\x""#, #""\"#, "\u{1}",
    ])
  func unreadable(_ text: String) {
    do {
      _ = try Columns(option: text)
      Issue.record("'\(text)' was read")
    } catch {
      #expect(error.status == .usage && error.diagnostics.count == 1)
      #expect(error.diagnostics.allSatisfy { $0.hint != nil && $0.message.contains("--columns") })
    }
  }

  @Test("No two columns have one name, in one option or in two")
  func twice() throws {
    let failure = #expect(throws: Failure.self) { try Columns(option: "id,id=x") }
    #expect(failure?.diagnostics.first?.message == "--columns: two columns have the name 'id'")
    let first = try Columns(option: "id")
    #expect(throws: Failure.self) { try Columns(option: "a,id", after: first) }
    #expect(try Columns(option: "a", after: first).names == ["id", "a"])
  }

  @Test("Random texts are read or refused, and what is read has names that differ")
  func random() throws {
    var state: UInt64 = 5
    func below(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((state >> 33) % UInt64(bound))
    }
    let pieces = [
      "a", "b", ".", ",", "=", "[", "0", "]", "\"", "\\", " ", "é", "\u{301}", "*", "$",
    ]
    for _ in 0..<20_000 {
      let text = (0..<below(8)).map { _ in pieces[below(pieces.count)] }.joined()
      guard let columns = try? Columns(option: text) else { continue }
      #expect(Set(columns.names.map { Array($0.utf8) }).count == columns.items.count, "\(text)")
      for column in columns.items {
        #expect(
          try Columns(option: column.path.description).items.map(\.path) == [column.path],
          "\(text)")
      }
    }
  }

  @Test("A path leads through members and items, and stops at null")
  func parts() throws {
    let value = try JSONDocument(
      text: #"{"a":{"b":[1.10,{"c":"x"}],"n":null},"d":1,"d":2,"0":"zero"}"#
    ).root
    func part(_ path: String) throws -> String? {
      try Columns(option: path).items.first.flatMap { $0.path.part(of: value)?.text }
    }
    #expect(try part("a.b[0]") == "1.10")
    #expect(try part("a.b[1].c") == "\"x\"")
    #expect(try part("a.n.x[3].y") == "null")
    #expect(try part("d") == "2")
    #expect(try part("0") == "\"zero\"")
    for missing in ["a.b[2]", "a.b.c", "a[0]", "d.x", "d[0]", "x"] {
      #expect(try part(missing) == nil, "\(missing)")
    }
  }
}
