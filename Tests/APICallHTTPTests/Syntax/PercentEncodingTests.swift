import APICallHTTP
import APICallSafety
import SeededNumbers
import Testing

@Suite("Percent-encoding of each component of a URL")
struct PercentEncodingTests {
  static let unreserved = "ABCXYZabcxyz019-._~"
  /// RFC 3986, sections 2.2 and 3.3: the characters of a path besides the unreserved ones.
  static let pathText = "!$&'()*+,;=:@/"

  @Test(
    "Each component has its own rules",
    arguments: [
      (.pathText, "/a b/c?d#e", "/a%20b/c%3Fd%23e"),
      (.pathText, "%41%4a%", "%41%4a%25"),
      (.pathText, "%4", "%254"), (.pathText, "%zz", "%25zz"),
      (.pathText, "é\u{0}\"<>[]\\^`{|}", "%C3%A9%00%22%3C%3E%5B%5D%5C%5E%60%7B%7C%7D"),
      (.value, "a/b c+d%41", "a%2Fb%20c%2Bd%2541"), (.value, "😀", "%F0%9F%98%80"),
      (.form, "a/b c+d%41", "a%2Fb+c%2Bd%2541"), (.form, "\r\n", "%0D%0A"),
      (.value, pathText, "%21%24%26%27%28%29%2A%2B%2C%3B%3D%3A%40%2F"),
      (.pathText, pathText, pathText), (.value, unreserved, unreserved),
      (.form, unreserved, unreserved), (.pathText, unreserved, unreserved),
    ] as [(PercentEncoding.Component, String, String)])
  func encode(_ component: PercentEncoding.Component, _ text: String, _ encoded: String) {
    let bytes = PercentEncoding.encode(Array(text.utf8), for: component)
    #expect(String(decoding: bytes, as: UTF8.self) == encoded)
  }

  @Test(
    "A text that is not an escape stays as it is",
    arguments: [
      ("a%20b", false, "a b"), ("a+b", false, "a+b"), ("a+b", true, "a b"), ("%", true, "%"),
      ("%4", true, "%4"), ("%4g", true, "%4g"), ("%2B", true, "+"), ("%c3%A9", false, "é"),
    ])
  func decode(_ text: String, _ plusIsSpace: Bool, _ decoded: String) {
    let bytes = PercentEncoding.decode(Array(text.utf8), plusIsSpace: plusIsSpace)
    #expect(String(decoding: bytes, as: UTF8.self) == decoded)
  }

  @Test("Decoding undoes encoding")
  func iterationTrip() {
    var random = SeededGenerator(seed: 11)
    for iteration in 0..<3_000 {
      let bytes = (0..<random.below(12)).map { _ in UInt8(random.below(256)) }
      let value = PercentEncoding.encode(bytes, for: .value)
      let form = PercentEncoding.encode(bytes, for: .form)
      #expect(
        PercentEncoding.decode(value, plusIsSpace: false) == bytes
          && PercentEncoding.decode(form, plusIsSpace: true) == bytes,
        "seed 11, iteration \(iteration): \(bytes)")
    }
  }

  @Test("Encoding an encoded path again does not change it")
  func encodedOnce() {
    var random = SeededGenerator(seed: 12)
    for iteration in 0..<2_000 {
      let bytes = (0..<random.below(12)).map { _ in UInt8(random.below(256)) }
      let once = PercentEncoding.encode(bytes, for: .pathText)
      #expect(
        PercentEncoding.encode(once, for: .pathText) == once,
        "seed 12, iteration \(iteration): \(bytes)")
    }
  }

  @Test("A secret stays secret")
  func secret() {
    let text = PercentEncoding.encode(ProtectedText("p/w", isSecret: true), for: .value)
    #expect(text.revealed == "p%2Fw")
    #expect(text.masked == "***")
  }

  @Test(
    "Equal paths are equal bytes",
    arguments: [("/a%2fb", "/a%2Fb"), ("/%61", "/a"), ("/a:b", "/a%3Ab"), ("//", "//")])
  func normalized(_ path: String, _ expected: String) {
    #expect(
      String(decoding: PercentEncoding.normalized(Array(path.utf8)), as: UTF8.self) == expected)
  }
}
