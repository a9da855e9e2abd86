import JSONText
import Testing

@Suite("The examples of RFC 9535")
struct RFC9535ExampleTests {
  struct Case: CustomTestStringConvertible {
    let path: String
    let document: String
    let found: [String]
    var testDescription: String { path }

    init(_ path: String, _ document: String, _ found: [String]) {
      self.path = path
      self.document = document
      self.found = found
    }
  }

  private static let books = [
    #"{"category":"reference","author":"Nigel Rees","title":"Sayings of the Century","price":8.95}"#,
    #"{"category":"fiction","author":"Evelyn Waugh","title":"Sword of Honour","price":12.99}"#,
    #"{"category":"fiction","author":"Herman Melville","title":"Moby Dick","#
      + #""isbn":"0-553-21311-3","price":8.99}"#,
    #"{"category":"fiction","author":"J. R. R. Tolkien","title":"The Lord of the Rings","#
      + #""isbn":"0-395-19395-8","price":22.99}"#,
  ]
  private static let bicycle = #"{"color":"red","price":399}"#
  private static let shelf = "[" + books.joined(separator: ",") + "]"
  private static let store = #"{"book":\#(shelf),"bicycle":\#(bicycle)}"#
  private static let shop = #"{"store":\#(store)}"#
  private static let authors = [
    "Nigel Rees", "Evelyn Waugh", "Herman Melville", "J. R. R. Tolkien",
  ]
  .map { "\"\($0)\"" }

  private static let overview = [
    Case("$.store.book[*].author", shop, authors),
    Case("$..author", shop, authors),
    Case("$.store.*", shop, [shelf, bicycle]),
    Case("$.store..price", shop, ["8.95", "12.99", "8.99", "22.99", "399"]),
    Case("$..book[2]", shop, [books[2]]),
    Case("$..book[2].author", shop, [authors[2]]),
    Case("$..book[2].publisher", shop, []),
    Case("$..book[-1]", shop, [books[3]]),
    Case("$..book[0,1]", shop, Array(books[..<2])),
    Case("$..book[:2]", shop, Array(books[..<2])),
    Case("$..book[?@.isbn]", shop, Array(books[2...])),
    Case("$..book[?@.price<10]", shop, [books[0], books[2]]),
    Case("$", #"{"k":"v"}"#, [#"{"k":"v"}"#]),
  ]

  private static let names = #"{"o":{"j j":{"k.k":3}},"'":{"@":2}}"#
  private static let numbers = #"{"o":{"j":1,"k":2},"a":[5,3]}"#
  private static let letters = #"["a","b","c","d","e","f","g"]"#

  private static func quoted(_ letters: String) -> [String] { letters.map { "\"\($0)\"" } }

  private static let selectors = [
    Case("$.o['j j']", names, [#"{"k.k":3}"#]),
    Case("$.o['j j']['k.k']", names, ["3"]),
    Case(#"$.o["j j"]["k.k"]"#, names, ["3"]),
    Case(#"$["'"]["@"]"#, names, ["2"]),
    Case("$[*]", numbers, [#"{"j":1,"k":2}"#, "[5,3]"]),
    Case("$.o[*]", numbers, ["1", "2"]),
    Case("$.o[*, *]", numbers, ["1", "2", "1", "2"]),
    Case("$.a[*]", numbers, ["5", "3"]),
    Case("$[1]", #"["a","b"]"#, quoted("b")),
    Case("$[-2]", #"["a","b"]"#, quoted("a")),
    Case("$[1:3]", letters, quoted("bc")),
    Case("$[5:]", letters, quoted("fg")),
    Case("$[1:5:2]", letters, quoted("bd")),
    Case("$[5:1:-2]", letters, quoted("fd")),
    Case("$[::-1]", letters, quoted("gfedcba")),
    Case("$[0, 3]", letters, quoted("ad")),
    Case("$[0:2, 5]", letters, quoted("abf")),
    Case("$[0, 0]", letters, quoted("aa")),
  ]

  private static let filtered =
    #"{"a":[3,5,1,2,4,6,{"b":"j"},{"b":"k"},{"b":{}},{"b":"kilo"}],"#
    + #""o":{"p":1,"q":2,"r":3,"s":5,"t":{"u":6}},"e":"f"}"#
  private static let filteredArray =
    #"[3,5,1,2,4,6,{"b":"j"},{"b":"k"},{"b":{}},{"b":"kilo"}]"#
  private static let filteredObject = #"{"p":1,"q":2,"r":3,"s":5,"t":{"u":6}}"#
  private static let b = [#"{"b":"j"}"#, #"{"b":"k"}"#, #"{"b":{}}"#, #"{"b":"kilo"}"#]

  private static let filters = [
    Case("$.a[?@.b == 'kilo']", filtered, [b[3]]),
    Case("$.a[?(@.b == 'kilo')]", filtered, [b[3]]),
    Case("$.a[?@>3.5]", filtered, ["5", "4", "6"]),
    Case("$.a[?@.b]", filtered, b),
    Case("$[?@.*]", filtered, [filteredArray, filteredObject]),
    Case("$[?@[?@.b]]", filtered, [filteredArray]),
    Case("$.o[?@<3, ?@<3]", filtered, ["1", "2", "1", "2"]),
    Case(#"$.a[?@<2 || @.b == "k"]"#, filtered, ["1", b[1]]),
    Case(#"$.a[?match(@.b, "[jk]")]"#, filtered, [b[0], b[1]]),
    Case(#"$.a[?search(@.b, "[jk]")]"#, filtered, [b[0], b[1], b[3]]),
    Case("$.o[?@>1 && @<4]", filtered, ["2", "3"]),
    Case("$.o[?@.u || @.x]", filtered, [#"{"u":6}"#]),
    Case("$.a[?@.b == $.x]", filtered, ["3", "5", "1", "2", "4", "6"]),
    Case("$.a[?@ == @]", filtered, ["3", "5", "1", "2", "4", "6"] + b),
  ]

  private static let nested = #"{"o":{"j":1,"k":2},"a":[5,3,[{"j":4},{"k":6}]]}"#
  private static let nulls = #"{"a":null,"b":[null],"c":[{}],"null":1}"#

  private static let descendants = [
    Case("$..j", nested, ["1", "4"]),
    Case("$..[0]", nested, ["5", #"{"j":4}"#]),
    Case("$..o", nested, [#"{"j":1,"k":2}"#]),
    Case("$.o..[*, *]", nested, ["1", "2", "1", "2"]),
    Case("$.a..[0, 1]", nested, ["5", "3", #"{"j":4}"#, #"{"k":6}"#]),
    Case(
      "$..*", nested,
      [
        #"{"j":1,"k":2}"#, #"[5,3,[{"j":4},{"k":6}]]"#, "1", "2", "5", "3",
        #"[{"j":4},{"k":6}]"#, #"{"j":4}"#, #"{"k":6}"#, "4", "6",
      ]),
    Case("$.a", nulls, ["null"]),
    Case("$.a[0]", nulls, []),
    Case("$.a.d", nulls, []),
    Case("$.b[0]", nulls, ["null"]),
    Case("$.b[*]", nulls, ["null"]),
    Case("$.b[?@]", nulls, ["null"]),
    Case("$.b[?@==null]", nulls, ["null"]),
    Case("$.c[?@.d==null]", nulls, []),
    Case("$.null", nulls, ["1"]),
  ]

  @Test(
    "Paths select what the RFC says", arguments: overview + selectors + filters + descendants)
  func leads(_ example: Case) {
    #expect(selection(example.path, example.document) == example.found)
  }

  static let comparisons: [(String, Bool)] = [
    ("$.absent1 == $.absent2", true), ("$.absent1 <= $.absent2", true),
    ("$.absent == 'g'", false), ("$.absent1 != $.absent2", false), ("$.absent != 'g'", true),
    ("1 <= 2", true), ("1 > 2", false), ("13 == '13'", false), ("'a' <= 'b'", true),
    ("'a' > 'b'", false), ("$.obj == $.arr", false), ("$.obj != $.arr", true),
    ("$.obj == $.obj", true), ("$.obj != $.obj", false), ("$.arr == $.arr", true),
    ("$.arr != $.arr", false), ("$.obj == 17", false), ("$.obj != 17", true),
    ("$.obj <= $.arr", false), ("$.obj < $.arr", false), ("$.obj <= $.obj", true),
    ("$.arr <= $.arr", true), ("1 <= $.arr", false), ("1 >= $.arr", false),
    ("1 > $.arr", false), ("1 < $.arr", false), ("true <= true", true), ("true > true", false),
  ]

  @Test("Comparisons give what the RFC says", arguments: comparisons)
  func compares(_ test: String, _ holds: Bool) {
    let found = selection("$.once[?\(test)]", #"{"obj":{"x":"y"},"arr":[2,3],"once":[0]}"#)
    #expect(found == (holds ? ["0"] : []))
  }

  static let normalized: [(String, String, String)] = [
    ("$.a", #"{"a":1}"#, "$['a']"),
    ("$[1]", "[0,1]", "$[1]"),
    ("$[-3]", "[0,1,2,3,4]", "$[2]"),
    ("$.a.b[1:2]", #"{"a":{"b":[0,1]}}"#, "$['a']['b'][1]"),
    (#"$["\u000B"]"#, #"{"\u000b":1}"#, #"$['\u000b']"#),
    (#"$["\u0061"]"#, #"{"a":1}"#, "$['a']"),
  ]

  @Test("Normalized paths are as in the RFC", arguments: normalized)
  func normalizes(_ path: String, _ document: String, _ normalized: String) throws {
    let root = try JSONDocument(text: document).root
    let found = try JSONPath(path).select(in: root)
    #expect(JSONPath.normalizedPaths(of: found, in: root) == [normalized])
  }
}
