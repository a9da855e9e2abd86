package import APICallLanguage
import APICallText
package import YAMLTree

/// The loop of a step: `each:` and the fields that go with it.
package struct Loop: Sendable {
  /// The maximum number of iterations at the same time.
  package static let mostParallel = 256

  /// The name of the item of an iteration.
  package static let element = "each"
  /// The name of the number of an iteration, counted from 0.
  package static let index = "index"
  /// The names that each iteration has.
  package static let names = [element, index]

  package var source: Source
  /// The place of the source.
  package var mark: Mark
  /// How many iterations run at the same time, from 1 to ``mostParallel``.
  package var parallel = 1
  /// The rate at which iterations start; nil for no limit.
  package var rate: Rate?
  /// Whether the iterations after a failed one are run anyway.
  package var continuesOnError = false

  package init(
    source: Source, mark: Mark, parallel: Int = 1, rate: Rate? = nil,
    continuesOnError: Bool = false
  ) {
    self.source = source
    self.mark = mark
    self.parallel = parallel
    self.rate = rate
    self.continuesOnError = continuesOnError
  }

  /// The source of the iterations.
  package enum Source: Sendable {
    /// The items of a list.
    case list(Payload)
    /// Whole numbers, both ends included.
    case range(from: Payload, to: Payload)
    /// The rows of a file of comma-separated values: maps from the names in its first line to
    /// texts, or to values of the types of the columns.
    case csv(Template, types: [Column])
    /// The values of a file with one value per line.
    case ndjson(Template)
    /// The items of a list in a file.
    case json(Template)

    /// The path of the file.
    package var path: Template? {
      switch self {
      case .list, .range: nil
      case .csv(let path, types: _), .ndjson(let path), .json(let path): path
      }
    }
  }

  /// A column of comma-separated values whose values are not text.
  package struct Column: Sendable {
    package var name: String
    /// The place of the name.
    package var mark: Mark
    package var type: InputType

    package init(name: String, mark: Mark, type: InputType) {
      self.name = name
      self.mark = mark
      self.type = type
    }
  }

  /// A number of iterations in a duration.
  package struct Rate: Sendable, Hashable {
    /// The largest number of iterations in a unit of time.
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

    /// The time from the start of an iteration to the start of the next.
    package var interval: Duration { period / count }
  }
}

extension Script {
  /// The path of a file that stands for standard input.
  package static let standardInput = "-"

  /// The step that reads standard input, itself or through a script that it calls; nil if no step
  /// does.
  package var inputReader: Step? { steps.first { $0.readsStandardInput } }
}

extension Step {
  /// Whether it reads standard input, itself or through a script that it calls.
  package var readsStandardInput: Bool {
    if loop?.source.path?.literal == Script.standardInput { return true }
    if case .script(let script) = callee { return script.inputReader != nil }
    return false
  }
}
