import Decimals
import PythonOracle
import SeededNumbers
import Testing

/// Computes thousands of generated cases, and compares all with Python's decimal module.
@Suite("Decimal numbers beside Python's")
struct DecimalOracleTests {
  private typealias Number = Decimals.Decimal

  /// Computes the same cases: one a line, an operator and two numbers.
  private static let program = """
    import decimal as d, sys
    wide = d.Context(prec=40000, rounding=d.ROUND_HALF_EVEN, Emax=10**6, Emin=-10**6)
    short = d.Context(prec=34, rounding=d.ROUND_HALF_EVEN, Emax=10**6, Emin=-10**6)
    def text(x):
        x = x.normalize(wide)
        if x == 0: return '0'
        digits = x.as_tuple().digits
        first = x.adjusted()
        if len(digits) > 1000 or abs(first) > 6144: return 'too large'
        if -7 <= first <= 20: return format(x, 'f')
        head = ''.join(map(str, digits))
        head = head[0] + ('.' + head[1:] if len(head) > 1 else '')
        return ('-' if x < 0 else '') + head + 'e' + ('-' if first < 0 else '+') + str(abs(first))
    for line in sys.stdin:
        op, a, b = line.split()
        a, b = d.Decimal(a), d.Decimal(b)
        if op == '+': r = text(wide.add(a, b))
        elif op == '-': r = text(wide.subtract(a, b))
        elif op == '*': r = text(wide.multiply(a, b))
        elif op == '=': r = str(a == b)
        elif b == 0: r = 'zero'
        elif op == '/': r = text(short.divide(a, b))
        elif op == '%': r = text(wide.remainder(a, b))
        print(r)
    """

  @Test("Each result is the same")
  func results() async throws {
    let seed = TestSeed.picked()
    var numbers = SeededGenerator(seed: seed)
    var cases: [(operation: String, left: String, right: String)] = []
    for _ in 0..<CaseCount.picked(6_000) {
      let operation = numbers.pick(["+", "-", "*", "/", "%", "="])
      cases.append((operation, Self.number(&numbers), Self.number(&numbers)))
    }
    let input = cases.map { "\($0.operation) \($0.left) \($0.right)\n" }.joined()
    let expected = try await PythonOracle.output(of: Self.program, given: input).split(
      separator: "\n"
    ).map(String.init)
    try #require(expected.count == cases.count)
    for (index, item) in cases.enumerated() {
      let result = try Self.result(item.operation, Number(item.left), Number(item.right))
      guard result == expected[index] else {
        Issue.record(
          "\(item): \(result), not \(expected[index]); APICALL_SEED=\(seed)")
        return
      }
    }
  }

  private static func result(_ operation: String, _ left: Number, _ right: Number) -> String {
    do throws(DecimalProblem) {
      switch operation {
      case "+": return try (left + right).description
      case "-": return try (left - right).description
      case "*": return try (left * right).description
      case "/": return try (left / right).description
      case "%": return try (left % right).description
      default: return left == right ? "True" : "False"
      }
    } catch {
      return error == .divisionByZero ? "zero" : "too large"
    }
  }

  /// Makes up a number: of a few digits, of many, with a fraction or an exponent, or near a limit.
  private static func number(_ numbers: inout SeededGenerator) -> String {
    let count = numbers.pick([1, 1, 2, 3, 9, 10, 17, 18, 19, 27, 36, 60, 300])
    var digits = (0..<count).map { _ in String(numbers.pick([0, 1, 4, 5, 9, numbers.below(10)])) }
    if numbers.below(4) == 0 {
      for index in digits.indices.dropFirst(digits.count / 2) {
        digits[index] = numbers.pick(["0", "9"])
      }
    }
    var text = String(digits.joined().drop { $0 == "0" })
    if text.isEmpty { text = "0" }
    if numbers.below(2) == 0 { text += "." + String(numbers.below(100_000)) }
    switch numbers.below(8) {
    case 0: text += "e\(numbers.below(60) - 30)"
    case 1: text += "e\(numbers.below(4_000) - 2_000)"
    default: break
    }
    return numbers.below(3) == 0 ? "-" + text : text
  }
}
