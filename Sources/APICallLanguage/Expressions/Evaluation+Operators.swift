import APICallSafety
import APICallText

extension Evaluation {
  func operation(
    _ infix: Operator, _ left: Expression, _ right: Expression, at range: Range<Int>
  ) throws(TemplateProblem) -> Operand {
    let asksPresence = infix.asksPresence(left, right)
    let first = asksPresence ? try value(replacing: left) : try value(of: left)
    if infix == .and || infix == .or {
      return Operand(try connected(infix, first.binding, left, right))
    }
    let second = asksPresence ? try value(replacing: right) : try value(of: right)
    let provenance = first.binding.provenance.joined(second.binding.provenance)
    // A comparison takes a missing value for null.
    let other: Value? = infix.isComparison ? .null : nil
    guard let one = first.binding.value ?? other, let two = second.binding.value ?? other else {
      let isFirst = first.binding.value == nil
      let missing = isFirst ? (first, left) : (second, right)
      throw .absent(missing.0.binding, text(missing.1.range), span(missing.1.range))
        .suggesting((isFirst ? second : first).isDuration ? "now()" : "0")
    }
    try spend(on: infix, one, two)
    do throws(OperatorRefusal) {
      let (value, isDuration) = try infix.result(
        OperatorValue(value: one, isDuration: first.isDuration),
        OperatorValue(value: two, isDuration: second.isDuration))
      return Operand(Scope.Binding(value, from: provenance), isDuration: isDuration)
    } catch {
      throw problem(error, of: infix, first.binding, second.binding, at: range)
    }
  }

  /// Computes `and` or `or`; the second operand only if it decides.
  private func connected(
    _ infix: Operator, _ first: Scope.Binding, _ left: Expression, _ right: Expression
  ) throws(TemplateProblem) -> Scope.Binding {
    let callee = "'\(infix.rawValue)'"
    let isTrue = try truth(of: first, left, by: callee)
    guard isTrue == (infix == .and)
    else { return Scope.Binding(.boolean(isTrue), from: first.provenance) }
    let second = try value(of: right).binding
    let result = try truth(of: second, right, by: callee)
    return Scope.Binding(.boolean(result), from: first.provenance.joined(second.provenance))
  }

  func negation(
    of number: Expression, at range: Range<Int>
  ) throws(TemplateProblem) -> Operand {
    var operand = try value(of: number)
    guard let value = operand.binding.value
    else { throw .absent(operand.binding, text(number.range), span(number.range)) }
    do throws(OperatorRefusal) {
      operand.binding.value = try OperatorValue(value: value, isDuration: operand.isDuration)
        .negated()
      return operand
    } catch {
      throw problem(error, of: .minus, operand.binding, nil, at: range)
    }
  }

  private func problem(
    _ refusal: OperatorRefusal, of infix: Operator, _ left: Scope.Binding, _ right: Scope.Binding?,
    at range: Range<Int>
  ) -> TemplateProblem {
    let mark = span(range).mark
    switch refusal {
    case .takes(let words, let hint):
      var found = ProtectedText()
      for operand in [left, right] {
        guard let operand, let value = operand.value else { continue }
        if !found.isEmpty { found.append(" and ") }
        found.append(value.described(from: operand.provenance))
      }
      return TemplateProblem(
        "'\(infix.rawValue)' takes \(words), not \(found)", at: mark, hint: hint)
    case .divisionByZero:
      return TemplateProblem(
        "'\(text(range))' divides by zero", at: mark,
        hint: "write if(divisor == 0, other, …) for another value")
    case .exceeds(let words):
      return TemplateProblem("the result of '\(text(range))' would exceed \(words)", at: mark)
    }
  }
}

extension Operator {
  /// Whether a comparison asks whether a value is there: `.x == null`.
  fileprivate func asksPresence(_ left: Expression, _ right: Expression) -> Bool {
    guard self == .equal || self == .unequal else { return false }
    return left.isNull || right.isNull
  }
}

extension Expression {
  fileprivate var isNull: Bool {
    if case .literal(let value) = form { value.isNull } else { false }
  }

  var faultOfLiterals: PlaceholderFault? {
    var infix = Operator.minus
    var operands: [OperatorValue] = []
    do throws(OperatorRefusal) {
      switch form {
      case .operation(let written, let left, let right):
        guard written.level > 2, let one = left.literal, let two = right.literal else { return nil }
        infix = written
        operands = [one, two]
        _ = try infix.result(one, two)
      case .negated(let number):
        guard let one = number.literal else { return nil }
        operands = [one]
        _ = try one.negated()
      default: break
      }
      return nil
    } catch {
      switch error {
      case .takes(let words, let hint):
        let found = operands.map { "\($0.value.described(from: .file))" }
        return PlaceholderFault(
          "'\(infix.rawValue)' takes \(words), not \(found.joined(separator: " and "))", hint: hint)
      case .divisionByZero: return PlaceholderFault("a division by zero has no result", hint: nil)
      case .exceeds(let words):
        return PlaceholderFault("the result would exceed \(words)", hint: nil)
      }
    }
  }

  private var literal: OperatorValue? {
    switch form {
    case .literal(let value): OperatorValue(value: value, isDuration: false)
    case .duration(let seconds): OperatorValue(value: .number(seconds), isDuration: true)
    default: nil
    }
  }
}
