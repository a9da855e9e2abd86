import Testing

@Suite("Filters of numbers")
struct NumberFilterTests {
  @Test(
    "Numbers are computed exactly",
    arguments: [
      ("floor", "1.5", "1"), ("floor", "-1.5", "-2"), ("floor", "7", "7"), ("floor", "1e2", "100"),
      ("floor", "12345678901234567890.9", "12345678901234567890"), ("ceil", "1.1", "2"),
      ("ceil", "-1.9", "-1"), ("ceil", "-0.5", "0"), ("round", "2.5", "3"), ("round", "-2.5", "-3"),
      ("round", "2.4999", "2"), ("round(2)", "1.005", "1.01"), ("round(2)", "1.5", "1.5"),
      ("round(34)", "0.1", "0.1"), ("round(0)", "0.5", "1"), ("abs", "-1.50", "1.5"),
      ("abs", "0", "0"), ("fixed(2)", "101", "«101.00»"), ("fixed(2)", "0.005", "«0.01»"),
      ("fixed(2)", "-0.001", "«0.00»"), ("fixed(0)", "2.5", "«3»"), ("pow(2)", "1.1", "1.21"),
      ("pow(0)", "0", "1"), ("pow(64)", "2", "18446744073709551616"),
      ("pow(1000)", "10", "1e+1000"), ("pow(1000)", "1e10", "refused"),
      ("pow(1000)", "7", "\(repeatedProduct)"),
      ("sum", "[]", "0"), ("sum", "[0.1, 0.2]", "0.3"), ("sum", "[1, 1e2, -1]", "100"),
      ("sum", "[9223372036854775807, 1]", "9223372036854775808"),
      ("sum", "[900719925474099301, 0.01]", "900719925474099301.01"), ("avg", "[]", "null"),
      ("avg", "[1, 2]", "1.5"), ("avg", "[1, 1, 2]", "1.333333333333333333333333333333333"),
      ("min", "[]", "null"), ("max", "[]", "null"), ("min", "[2, 1.10, 3]", "1.10"),
      ("max", "[2, 1e1, 3]", "1e1"), ("max", "[-1, -2]", "-1"), ("round", "\"1.5\"", "refused"),
      ("sum", "[1, null]", "refused"), ("min", "[1, \"0\"]", "refused"),
      ("floor", "null", "refused"),
      ("number(16)", "\"0x1bc16d674ec80000\"", "2000000000000000000"),
      ("number(16)", "\"-Ff\"", "-255"), ("number(2)", "\"0b101\"", "5"),
      ("number(8)", "\"0o17\"", "15"), ("number(36)", "\"zz\"", "1295"),
      ("number(16)", "10", "16"), ("number(10)", "\"007\"", "7"), ("number(16)", "\"0\"", "0"),
      ("number(16)", "\"\"", "refused"), ("number(16)", "\"0x\"", "refused"),
      ("number(8)", "\"8\"", "refused"), ("number(10)", "\"0x1\"", "refused"),
      ("number(10)", "\"1.5\"", "refused"), ("number(16)", "\" 1\"", "refused"),
      ("number(v)", "1", "refused"), ("number(37)", "\"1\"", "refused"),
      ("number(36)", "\"\(String(repeating: "z", count: 700))\"", "refused"),
      ("sum", "{}", "refused"),
    ])
  func results(_ filters: String, _ value: String, _ expected: String) {
    let result = try? FilterProbe.result(of: "<v | \(filters)>", ("v", value))
    #expect(result ?? "refused" == expected)
  }

  /// 7 to the power of 1,000, whose 846 digits are written with an exponent.
  private static let repeatedProduct = sevens(1_000)

  private static func sevens(_ power: Int) -> String {
    var digits = [1]
    for _ in 0..<power {
      var carry = 0
      for index in digits.indices {
        let product = digits[index] * 7 + carry
        digits[index] = product % 10
        carry = product / 10
      }
      while carry > 0 {
        digits.append(carry % 10)
        carry /= 10
      }
    }
    let text = digits.reversed().map(String.init).joined()
    return "\(text.prefix(1)).\(text.dropFirst())e+\(text.count - 1)"
  }

  @Test(
    "A message names the item or the limit",
    arguments: [
      (
        "sum", #"[1,"2"]"#,
        "the filter 'sum' takes a list of numbers, not one with text at [1]"
      ),
      (
        "floor", #""1.5""#,
        "the filter 'floor' takes a number, not '1.5'; hint: number converts the text: | number |"
      ),
      ("floor", #""x""#, "the filter 'floor' takes a number, not 'x'"),
      ("fixed(35)", "1", "35 is not a number from 0 to 34"),
      ("fixed(n)", "1", "the filter 'fixed' takes a number from 0 to 34, not '35'"),
      (
        "round(1, 2)", "1",
        "the filter 'round' takes 0 or 1 arguments, not 2; hint: write round or round(digits)"
      ),
      ("pow(1000)", "1e10", "the result of the filter 'pow' would exceed 1000 digits"),
    ])
  func messages(_ filters: String, _ value: String, _ expected: String) {
    #expect(FilterProbe.message(of: "<v | \(filters)>", ("v", value), ("n", "35")) == expected)
  }
}
