import APICallText
import Foundation
import JSONText
import PythonOracle
import SeededNumbers
import Testing

/// Compares thousands of generated results with those of Python's standard library.
@Suite("Filters beside Python")
struct FilterOracleTests {
  /// Computes one case a line, a list of the filter, the value and its arguments, and prints JSON.
  private static let program = #"""
    import base64, decimal as d, hashlib, hmac, html, json, sys, urllib.parse, zlib
    d.setcontext(d.Context(prec=5000, Emax=10**6, Emin=-10**6))
    def plain(x):
        return x if isinstance(x, str) else format(x, 'f')
    def compute(op, v, a):
        b = v.encode() if isinstance(v, str) else None
        if op.startswith('hmac_'): return hmac.new(a[0].encode(), b, op[5:]).hexdigest()
        if op in ('sha1', 'sha256', 'sha384', 'sha512', 'md5'): return hashlib.new(op, b).hexdigest()
        if op == 'crc32': return format(zlib.crc32(b), '08x')
        if op == 'base64': return base64.b64encode(b).decode()
        if op == 'base64d': return base64.b64decode(v).decode()
        if op == 'urlencode': return urllib.parse.quote(v, safe='')
        if op == 'urldecode': return urllib.parse.unquote(v)
        if op == 'json': return json.loads(json.dumps(v))
        if op == 'fromjson': return json.loads(v)
        if op == 'html': return html.escape(v).replace('&#x27;', '&#39;')
        if op == 'split': return v.split(a[0])
        if op == 'replace': return v.replace(a[0], a[1])
        if op == 'lpad': return v.rjust(int(a[0]), '.')
        if op == 'pad': return v.ljust(int(a[0]), '.')
        if op == 'length': return d.Decimal(len(v))
        if op == 'slice': return v[int(a[0]):int(a[1])]
        if op == 'sort': return sorted(v)
        if op == 'unique': return sorted(set(v))
        if op == 'sum': return sum(v, d.Decimal(0))
        if op == 'floor': return v.to_integral_value(d.ROUND_FLOOR)
        if op == 'ceil': return v.to_integral_value(d.ROUND_CEILING)
        if op == 'abs': return abs(v)
        step = d.Decimal(1).scaleb(-int(a[0])) if a else d.Decimal(1)
        rounded = v.quantize(step, d.ROUND_HALF_UP)
        if op == 'round': return rounded
        if op == 'fixed': return format(abs(rounded) if rounded == 0 else rounded, 'f')
    def written(x):
        if isinstance(x, list): return '[' + ','.join(map(written, x)) + ']'
        if isinstance(x, d.Decimal): return format(abs(x) if x == 0 else x, 'f')
        return json.dumps(x)
    for line in sys.stdin:
        op, v, *a = json.loads(line, parse_float=d.Decimal, parse_int=d.Decimal)
        print(written(compute(op, v, a)))
    """#

  private static let pieces = [
    "a", "B", "é", "𝄞", "e\u{301}", "\0", "\"", "'", "\\", "<v>", "\n", "%41", "+", "&", " ", ",",
    "~",
  ]

  @Test("Each result is the same")
  func results() async throws {
    let seed = TestSeed.picked()
    var numbers = SeededGenerator(seed: seed)
    let cases = (0..<CaseCount.picked(1_500)).map { _ in Self.example(&numbers) }
    let input = cases.map {
      "[\"\($0.filter)\",\(([$0.value] + $0.arguments).joined(separator: ","))]\n"
    }
    let expected = try await PythonOracle.output(of: Self.program, given: input.joined()).split(
      separator: "\n"
    ).map(String.init)
    try #require(expected.count == cases.count)
    for (item, wanted) in zip(cases, expected) {
      let names = item.arguments.indices.map { "a\($0)" }
      let call = item.filter + (names.isEmpty ? "" : "(\(names.joined(separator: ", ")))")
      let ending = item.isBytes ? " | hex" : ""
      let value = try #require(
        try FilterProbe.value(
          of: "<v | \(call)\(item.filter == "json" ? " | fromjson" : ending)>",
          [("v", item.value)] + zip(names, item.arguments)))
      let found = try JSONDocument(value.jsonText).root
      guard found.isEqual(to: try JSONDocument(text: wanted).root) else {
        Issue.record("\(item): \(found.text), not \(wanted); APICALL_SEED=\(seed)")
        return
      }
    }
  }

  private typealias Case = (filter: String, value: String, arguments: [String], isBytes: Bool)

  private static func example(_ numbers: inout SeededGenerator) -> Case {
    func text(_ least: Int = 0) -> String {
      var text = ""
      for _ in 0..<(least + numbers.below(9)) { text += numbers.pick(pieces) }
      return JSONWriter.string(text)
    }
    func number() -> String {
      let whole = String(numbers.next() >> UInt64(numbers.below(63)))
      let fraction =
        numbers.below(2) == 0
        ? "" : ".\(numbers.below(1_000_000))\(numbers.pick(["5", "0", "49", "50"]))"
      return numbers.pick(["", "-"]) + whole + fraction
    }
    func list(of item: () -> String) -> String {
      "[\((0..<numbers.below(8)).map { _ in item() }.joined(separator: ","))]"
    }
    switch numbers.below(8) {
    case 0:
      let digest = numbers.pick(["sha1", "sha256", "sha384", "sha512", "md5", "crc32"])
      return (digest, text(), [], true)
    case 1:
      let code = numbers.pick([
        "hmac_sha1", "hmac_sha256", "hmac_sha384", "hmac_sha512", "hmac_md5",
      ])
      return (code, text(), [text()], true)
    case 2:
      return (numbers.pick(["base64", "urlencode", "json", "html", "length"]), text(), [], false)
    case 3:
      let plain = (try? JSONDocument(text: text()).root.string) ?? nil
      let bytes = Array((plain ?? "").utf8)
      let encoded = [
        ("base64d", Data(bytes).base64EncodedString()),
        ("urldecode", bytes.map { "%" + (($0 < 16) ? "0" : "") + String($0, radix: 16) }.joined()),
        ("fromjson", JSONWriter.string(plain ?? "")),
      ]
      let (filter, value) = numbers.pick(encoded)
      return (filter, JSONWriter.string(value), [], false)
    case 4:
      let filter = numbers.pick(["split", "replace"])
      let separator = JSONWriter.string(numbers.pick(pieces))
      return (filter, text(1), filter == "split" ? [separator] : [separator, text()], false)
    case 5:
      guard numbers.below(2) == 0 else {
        return (
          "slice", text(), [String(numbers.below(12) - 6), String(numbers.below(12) - 6)], false
        )
      }
      return (numbers.pick(["pad", "lpad"]), text(), [String(numbers.below(12)), #"".""#], false)
    case 6:
      if numbers.below(3) == 0 { return ("sum", list(of: number), [], false) }
      let filter = numbers.pick(["sort", "unique"])
      return (filter, numbers.below(2) == 0 ? list(of: number) : list { text() }, [], false)
    default:
      let filter = numbers.pick(["floor", "ceil", "abs", "round", "fixed"])
      let digits = ["round", "fixed"].contains(filter) ? [String(numbers.below(8))] : []
      return (filter, number(), digits, false)
    }
  }
}
