import APICallBase
package import YAMLTree

/// What a step is run for, once each: `each:` and what stands beside it.
package struct Loop: Sendable {
  /// The most iterations that may be under way at a time.
  package static let mostParallel = 256

  /// The name of what an iteration is run for.
  package static let element = "each"
  /// The name of the number of an iteration, counted from 0.
  package static let index = "index"
  /// The names that each iteration has.
  static let names = [element, index]

  package var source: Source
  /// The place of what is gone through.
  package var mark: Mark
  /// How many iterations are under way at a time, from 1 to ``mostParallel``.
  package var parallel = 1
  /// How many iterations begin in a duration; nil if it does not matter.
  package var rate: Rate?
  /// Whether the iterations behind one that failed are run all the same.
  package var continuesOnError = false

  /// Where the iterations come from.
  package enum Source: Sendable {
    /// The elements of a list.
    case list(Payload)
    /// Whole numbers, both ends included.
    case range(from: Payload, to: Payload)
    /// The rows of a file of comma-separated values: maps from the names of its first line to texts,
    /// or to what types say that a column holds.
    case csv(Template, types: [Column])
    /// The values of a file, one a line.
    case ndjson(Template)
    /// The elements of the list that a file holds.
    case json(Template)

    /// The path of the file; nil if there is none.
    package var path: Template? {
      switch self {
      case .list, .range: nil
      case .csv(let path, types: _), .ndjson(let path), .json(let path): path
      }
    }
  }

  /// What a column of comma-separated values holds, where that is not text.
  package struct Column: Sendable {
    package var name: String
    /// The place of the name.
    package var mark: Mark
    package var type: InputType
  }

  /// So many iterations in a duration.
  package struct Rate: Sendable, Hashable {
    /// The most iterations in any unit of time.
    package static let most = 1000

    package var count: Int
    package var period: Duration

    package init(_ count: Int, per period: Duration) {
      self.count = count
      self.period = period
    }

    /// Reads `10/s`, `90/m` or `500/h`, of 1 to ``most``.
    package init?(written text: String) {
      let parts = text.split(atByte: "/", omittingEmpty: false)
      let units: [(name: Substring, period: Duration)] = [
        ("s", .seconds(1)), ("m", .seconds(60)), ("h", .seconds(3600)),
      ]
      guard parts.count == 2, let unit = units.first(where: { $0.name == parts[1] }),
        let first = parts[0].utf8.first, (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(first),
        let count = Int(parts[0]), count <= Self.most
      else { return nil }
      self.init(count, per: unit.period)
    }

    /// The time from the beginning of an iteration to that of the next.
    package var interval: Duration { period / count }
  }
}

extension Script {
  /// The path of a file that stands for standard input.
  package static let standardInput = "-"

  /// The step that reads standard input, its own or that of a script that is called; nil if none is
  /// written to.
  package var inputReader: Step? { steps.first { $0.readsStandardInput } }
}

extension Step {
  /// Whether standard input is read by it, or by a script that it calls.
  package var readsStandardInput: Bool {
    if loop?.source.path?.literal == Script.standardInput { return true }
    if case .script(let script) = callee { return script.inputReader != nil }
    return false
  }
}
