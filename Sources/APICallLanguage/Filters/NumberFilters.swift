import APICallBase
import APICallText
import Decimals
import JSONText

/// The filters that compute numbers, exactly.
enum NumberFilters {
  static let rows = [
    computing(
      "floor", "Rounds a number down to a whole number.",
      example: "-1.5 | floor → -2"
    ) { (number, _) throws(DecimalProblem) in try number.rounded(.down) },
    computing(
      "ceil", "Rounds a number up to a whole number.",
      example: "1.2 | ceil → 2"
    ) { (number, _) throws(DecimalProblem) in try number.rounded(.up) },
    computing(
      "round",
      "Rounds a number to at most so many digits after the point, 0 to 34, or to a whole "
        + "number; halves are rounded away from zero.",
      example: "1.005 | round(2) → 1.01",
      [.integer("digits", places, isOptional: true)], in: places
    ) { (number, digits) throws(DecimalProblem) in try number.rounded(to: digits) },
    computing(
      "abs", "Removes the sign of a number.",
      example: "-1.5 | abs → 1.5"
    ) { (number, _) in number.absolute },
    TemplateFilter(
      "fixed", "Rounds like round and writes exactly so many digits after the point, as text.",
      example: #"101 | fixed(2) → "101.00""#,
      [.integer("digits", places)], takes: .number, gives: .text, fixed),
    computing(
      "pow", "Raises a number to a whole power, 0 to 1000.",
      example: "2 | pow(64) → 18446744073709551616",
      [.integer("power", powers)], in: powers, work: .init(steps: 80)
    ) { (number, power) throws(DecimalProblem) in try number.raised(to: power) },
    TemplateFilter(
      "sum",
      "Adds a list of numbers, or the values of an expression for its items; 0 for an empty list.",
      example: #"[{"n":1},{"n":2}] | sum(.n) → 3"#,
      [item], takes: .list, gives: .number, work: .init(readings: 10)
    ) { (call) throws(FilterRefusal) in
      .number(try total(of: call).sum.description)
    },
    TemplateFilter(
      "avg",
      "Computes the average of a list of numbers, or of the values of an expression, to "
        + "34 digits; null for an empty list.",
      example: "[1,2] | avg → 1.5",
      [item], takes: .list, gives: [.number, .null], work: .init(readings: 10)
    ) { (call) throws(FilterRefusal) in
      let (sum, count) = try total(of: call)
      guard count > 0 else { return .null }
      return try result { () throws(DecimalProblem) in try sum / Decimal(count) }
    },
    TemplateFilter(
      "min", "Selects the smallest of a list of numbers, with its digits; null for an empty list.",
      example: "[2,1.10] | min → 1.10",
      takes: .list, gives: [.number, .null]
    ) { (call) throws(FilterRefusal) in try extreme(of: call, ofTexts: "sort | first") { $0 < $1 }
    },
    TemplateFilter(
      "max", "Selects the largest of a list of numbers, with its digits; null for an empty list.",
      example: "[2,1.10] | max → 2",
      takes: .list, gives: [.number, .null]
    ) { (call) throws(FilterRefusal) in try extreme(of: call, ofTexts: "sort | last") { $1 < $0 } },
  ]

  private static let item = TemplateParameter("expression", .item, isOptional: true)
  private static let places = 0...34
  private static let powers = 0...1_000

  /// A filter that computes with a number, and with a whole number in a range; 0 without one.
  private static func computing(
    _ name: String, _ summary: String, example: String, _ parameters: [TemplateParameter] = [],
    in range: ClosedRange<Int> = 0...0, work: TemplateFilter.Work = .init(),
    _ compute: @escaping @Sendable (Decimal, Int) throws(DecimalProblem) -> Decimal
  ) -> TemplateFilter {
    TemplateFilter(
      name, summary, example: example, parameters, takes: .number, gives: .number, work: work
    ) { (call) throws(FilterRefusal) in
      let argument = call.argument(0) == nil ? 0 : try call.integer(at: 0, in: range)
      let number = try call.number()
      return try result { () throws(DecimalProblem) in try compute(number, argument) }
    }
  }

  private static func fixed(_ call: FilterCall) throws(FilterRefusal) -> Value {
    let digits = try call.integer(at: 0, in: places)
    let number = try call.number()
    do throws(DecimalProblem) { return .text(try number.fixed(digits)) } catch { throw .tooLong }
  }

  private static func total(
    of call: FilterCall
  ) throws(FilterRefusal) -> (sum: Decimal, count: Int) {
    // Most numbers are small and whole, and a million of them should not take a second.
    var (whole, rest, count) = (0, Decimal.zero, 0)
    let isComputed = call.items.count > 0
    for item in try call.list().elements {
      guard let element = isComputed ? try call.json(0, for: item) : item else {
        let path = call.items.path(0)
        let isSomewhere = try call.list().elements.contains {
          PartSearch.finds(path, in: Value($0))
        }
        throw .takes(
          "a list of numbers", got: "one without a number for [\(count)]",
          hint: path.isEmpty || isSomewhere
            ? "write | default(0) after the expression if it may be missing"
            : call.items.hint(0, in: item))
      }
      guard element.kind == .number else { throw .otherItem(element, at: count, than: "numbers") }
      count += 1
      if let integer = Int(element.text) {
        let (sum, overflow) = whole.addingReportingOverflow(integer)
        if !overflow {
          whole = sum
          continue
        }
      }
      rest = try rethrowing(rest + Decimal(element.text)) { (_: DecimalProblem) in
        FilterRefusal.tooLong
      }
    }
    do throws(DecimalProblem) { return (try rest + Decimal(whole), count) } catch { throw .tooLong }
  }

  /// The first number of a list that no other one precedes, with its digits; null for an empty list.
  private static func extreme(
    of call: FilterCall, ofTexts way: String, precedes: (JSONNumeral, JSONNumeral) -> Bool
  ) throws(FilterRefusal) -> Value {
    try call.checkKinds(
      in: try call.list(), way: "write | map(. | number) before it if the texts are numbers")
    var best: (value: JSONNode, number: JSONNumeral)?
    for (index, element) in try call.list().elements.enumerated() {
      guard let number = element.number
      else {
        throw .otherItem(
          element, at: index, than: "numbers",
          hint: element.kind == .string ? "write | \(way) for texts" : nil)
      }
      if let known = best?.number, !precedes(number, known) { continue }
      best = (element, number)
    }
    return best.map { Value($0.value) } ?? .null
  }

  private static func result(
    of compute: () throws(DecimalProblem) -> Decimal
  ) throws(FilterRefusal) -> Value {
    do throws(DecimalProblem) { return .number(try compute().description) } catch { throw .tooLong }
  }
}

extension FilterCall {
  func number() throws(FilterRefusal) -> Decimal {
    guard case .json(let json) = value, json.kind == .number else {
      let isWritten = value.plainText.map { JSONWriter.isNumber($0) } ?? false
      throw .takes(
        "a number", hint: isWritten ? "number converts the text: | number |" : nil)
    }
    do throws(DecimalProblem) { return try Decimal(json.text) } catch { throw .tooLong }
  }
}

extension FilterRefusal {
  /// A number has more digits than ``Decimal/mostDigits``, or its exponent is too large.
  static let tooLong = FilterRefusal.exceeds("\(Decimal.mostDigits) digits")

  static func otherItem(
    _ item: JSONNode, at index: Int, than words: String, hint: String? = nil
  ) -> FilterRefusal {
    .takes("a list of \(words)", got: "one with \(item.kind.typeName) at [\(index)]", hint: hint)
  }

  static func mixture(_ one: JSONNode, _ other: JSONNode, way: String) -> FilterRefusal {
    .mixed("values of one type", Value(one), Value(other), hint: one.wayOut(beside: other, way))
  }
}

extension FilterCall {
  func checkKinds(in list: JSONNode, way: String) throws(FilterRefusal) {
    var watch = JSONKindWatch()
    for element in list.elements { watch.note(element) }
    if let mixture = watch.mixture { throw .mixture(mixture.one, mixture.other, way: way) }
  }
}
