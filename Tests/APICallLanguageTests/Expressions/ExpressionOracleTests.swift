import APICallLanguage
import APICallText
import JSONText
import PythonOracle
import SeededNumbers
import Testing

/// Compares generated expressions with what an evaluator in Python computes from their trees.
@Suite("Expressions beside Python")
struct ExpressionOracleTests {
  /// Computes one tree a line; prints its value as JSON, "missing" or "error".
  private static let program = #"""
    import decimal as d, functools, json, sys
    exact = d.Context(prec=20000, Emax=10**6, Emin=-10**6, traps=[d.InvalidOperation, d.DivisionByZero])
    short = d.Context(prec=34, rounding=d.ROUND_HALF_EVEN, Emax=10**6, Emin=-10**6,
                      traps=[d.InvalidOperation, d.DivisionByZero])
    class Refused(Exception): pass
    class Missing: pass
    missing = Missing()
    def load(text): return json.loads(text, parse_float=d.Decimal, parse_int=d.Decimal)
    def is_number(x): return isinstance(x, d.Decimal)
    def limited(x):
        if x == 0: return d.Decimal(0)
        digits = ''.join(map(str, x.as_tuple().digits)).strip('0')
        if len(digits) > 1000 or abs(x.adjusted()) > 6144: raise Refused()
        return x
    def rank(x):
        if x is None: return 0
        if x is False: return 1
        if x is True: return 2
        return 3 if is_number(x) else 4 if isinstance(x, str) else 5 if isinstance(x, list) else 6
    def order(x, y):
        if rank(x) != rank(y): return rank(x) - rank(y)
        if isinstance(x, list):
            for a, b in zip(x, y):
                if order(a, b): return order(a, b)
            return len(x) - len(y)
        if isinstance(x, dict):
            keys = order(sorted(x), sorted(y))
            return keys or order([x[k] for k in sorted(x)], [y[k] for k in sorted(y)])
        if rank(x) < 3: return 0
        return (x > y) - (x < y)
    sorting = functools.cmp_to_key(lambda x, y: order(x[0], y[0]))
    def truth(x):
        if x is missing or x is None: return False
        if x is True or x is False: return x
        raise Refused()
    def arithmetic(op, x, y):
        if op in '+-' and isinstance(x, list) and isinstance(y, list):
            return x + y if op == '+' else [i for i in x if all(order(i, j) for j in y)]
        if not is_number(x) or not is_number(y): raise Refused()
        if op in '/%' and y == 0: raise Refused()
        if op == '+': return limited(exact.add(x, y))
        if op == '-': return limited(exact.subtract(x, y))
        if op == '*': return limited(exact.multiply(x, y))
        if op == '/': return limited(short.divide(x, y))
        return limited(exact.remainder(x, y))
    def compared(op, x, y):
        x, y = None if x is missing else x, None if y is missing else y
        if op in ('==', '!='): return (order(x, y) == 0) == (op == '==')
        if x is None or y is None: return False
        if not (is_number(x) and is_number(y)) and not (isinstance(x, str) and isinstance(y, str)):
            raise Refused()
        return {'<': x < y, '<=': x <= y, '>': x > y, '>=': x >= y}[op]
    arithmetics, comparisons = '+-*/%', ('<', '<=', '>', '>=', '==', '!=')
    def literal(t):
        if isinstance(t[0], bool): return t[0]
        return d.Decimal(t[1]) if t[0] == 'number' else t[1] if t[0] == 'text' else None
    def check(t):
        """Refuses operations of two literals before anything is computed."""
        if not isinstance(t, list): return
        for part in t: check(part)
        if t[0] in ('+', '-', '*', '/', '%') or t[0] in comparisons:
            x, y = literal(t[1]), literal(t[2])
            if x is not None and y is not None:
                arithmetic(t[0], x, y) if t[0] in arithmetics else compared(t[0], x, y)
    def total(values):
        result = d.Decimal(0)
        for x in values:
            if not is_number(x): raise Refused()
            result = limited(exact.add(result, x))
        return result
    def plain(name, x):
        if name == 'not': return not truth(x)
        if x is missing: return missing
        if not isinstance(x, list): raise Refused()
        if name == 'length': return d.Decimal(len(x))
        if name == 'reverse': return x[::-1]
        if name == 'sort': return [i for k, i in sorted([(i, i) for i in x], key=sorting)]
        if name == 'unique':
            result = []
            for i in plain('sort', x):
                if not result or order(result[-1], i): result.append(i)
            return result
        if name == 'sum': return total(x)
        if name == 'avg': return limited(short.divide(total(x), len(x))) if x else None
        if not all(map(is_number, x)): raise Refused()
        if not x: return None
        best = x[0]
        for i in x[1:]:
            if (i < best) if name == 'min' else (i > best): best = i
        return best
    # What all items of a list lack is an error, unless another value is taken in its place.
    class State: replacements, depth, lacks, found, noted = 0, 0, {}, set(), []
    state = State()
    def replacing(t, item):
        state.replacements += 1
        try: return compute(t, item)
        finally: state.replacements -= 1
    def watched(t, item):
        x = compute(t[2], item)
        outer, state.lacks = state.lacks, {}
        try:
            result = items(t[1], x, t[3:])
            if isinstance(x, list) and x:
                if not state.lacks and state.depth: state.found.add(id(t))
                for node, name in state.lacks.items():
                    if node in state.found or id(t) in state.found: continue
                    if any(name in i for i in x): state.found.add(node)
                    else: state.noted.append((node, id(t)))
            return result
        finally: state.lacks = outer
    def member(t, item):
        if t[1] not in item and not state.replacements: state.lacks[id(t)] = t[1]
        return item.get(t[1], missing)
    def evaluated(t):
        state.replacements, state.depth = 0, 0
        state.lacks, state.found, state.noted = {}, set(), []
        result = compute(t)
        if any(n not in state.found and u not in state.found for n, u in state.noted):
            raise Refused()
        return result
    def items(name, x, arguments):
        if x is missing: return missing
        if not isinstance(x, list): raise Refused()
        def value(i, n=0):
            state.depth += 1
            try: return compute(arguments[n], i)
            finally: state.depth -= 1
        def null(v): return None if v is missing else v
        if name == 'map': return [null(value(i)) for i in x]
        if name == 'select': return [i for i in x if truth(value(i))]
        if name == 'any': return any(truth(value(i)) for i in x)
        if name == 'all': return all(truth(value(i)) for i in x)
        if name in ('sum', 'avg'):
            return plain(name, [value(i) for i in x])
        keyed = [([null(value(i, n)) for n in range(len(arguments))], i) for i in x]
        keyed.sort(key=sorting)
        if name == 'sort_by': return [i for k, i in keyed]
        if name == 'min_by': return keyed[0][1] if keyed else None
        if name == 'max_by': return keyed[-1][1] if keyed else None
        groups = []
        for k, i in keyed:
            if groups and not order(groups[-1][0], k): groups[-1][1].append(i)
            else: groups.append((k, [i]))
        return [g[0] if name == 'unique_by' else g for k, g in groups]
    def compute(t, item=None):
        op = t[0]
        if isinstance(op, bool): return op
        if op == 'number': return d.Decimal(t[1])
        if op == 'text': return t[1]
        if op == 'name': return given[t[1]]
        if op == 'item': return item
        if op == 'member': return member(t, item)
        if op == 'list':
            found = [compute(i, item) for i in t[1:]]
            return [None if i is missing else i for i in found]
        if op == 'range': return [d.Decimal(i) for i in range(int(t[1]))]
        if op == 'minus': return arithmetic('-', d.Decimal(0), compute(t[1], item))
        if op == 'if': return compute(t[2 if truth(compute(t[1], item)) else 3], item)
        if op == 'try':
            try: return replacing(t[1], item)
            except Refused: return compute(t[2], item)
        if op == 'and': return truth(compute(t[1], item)) and truth(compute(t[2], item))
        if op == 'or': return truth(compute(t[1], item)) or truth(compute(t[2], item))
        if op == 'default':
            x, other = replacing(t[1], item), compute(t[2], item)
            return other if x is missing or x is None else x
        if op == 'filter': return plain(t[1], compute(t[2], item))
        if op == 'items': return watched(t, item)
        x, y = compute(t[1], item), compute(t[2], item)
        return compared(op, x, y) if op in comparisons else arithmetic(op, x, y)
    def written(x):
        if x is missing: return '"missing"'
        if isinstance(x, list): return '[' + ','.join(map(written, x)) + ']'
        if isinstance(x, dict):
            return '{' + ','.join(json.dumps(k) + ':' + written(v) for k, v in x.items()) + '}'
        return str(x) if is_number(x) else json.dumps(x)
    given = load(sys.stdin.readline())
    for line in sys.stdin:
        tree = load(line)
        try:
            check(tree)
            print(written(evaluated(tree)))
        except (Refused, d.DecimalException):
            print('"error"')
    """#

  @Test("Each result is the same")
  func results() async throws {
    let seed = TestSeed.picked()
    var generator = ExpressionGenerator(seed: seed)
    let cases = (0..<CaseCount.picked(1_500)).map { _ in generator.expression() }
    let members = ExpressionGenerator.given.map { name, json in
      "\"\(name)\":\(json.replacing("\n", with: ""))"
    }
    let input = "{\(members.joined(separator: ","))}\n" + cases.map { $0.tree + "\n" }.joined()
    let expected = try await PythonOracle.output(of: Self.program, given: input)
      .split(separator: "\n").map(String.init)
    try #require(expected.count == cases.count, "\(expected.suffix(3))")
    var refused = 0
    for (item, wanted) in zip(cases, expected) {
      let found = Self.result(of: item.text)
      if wanted == "\"error\"" { refused += 1 }
      guard try JSONDocument(text: found).root.isEqual(to: JSONDocument(text: wanted).root) else {
        Issue.record("\(item.text) is \(found), not \(wanted); APICALL_SEED=\(seed)")
        return
      }
    }
    // Most expressions have a value.
    #expect(refused < 5_000, "APICALL_SEED=\(seed)")
  }

  /// The value of an expression as JSON, or "missing" or "error" in quotes.
  private static func result(of expression: String) -> String {
    guard let scope = try? ExpressionProbe.scope(ExpressionGenerator.given),
      let binding = try? ExpressionProbe.binding(of: expression, in: scope)
    else { return "\"error\"" }
    return binding.value.map { String(decoding: $0.jsonText, as: UTF8.self) } ?? "\"missing\""
  }
}
