package import APICallBase
package import APICallContracts
package import APICallLanguage
package import APICallText
package import YAMLTree

/// The loop of a step: `each:` and the fields that go with it.
package struct Loop: Sendable {
  package static let mostParallel = 256

  package static let element = "each"
  /// The name of the number of an iteration, counted from 0.
  package static let index = "index"
  package static let names = [element, index]

  package var source = Source.list(.list([]))
  package var mark: Mark
  package var parallel = 1
  package var rate: Rate?
  /// The limit that the server tells; nil if the file names no fields for it.
  package var toldLimit: ToldLimit?
  /// What happens after an iteration has failed; nil if the file does not say.
  package var onError: ErrorRule?
  /// The number of failures after which the loop stops; nil to go on after any number.
  package var mostFailures: Int?
  /// The exit status if some iterations failed, and all were made.
  package var exit = ExitStatus.rowsFailed
  package var order = Order.rows
  /// The number of rows after which the loop ends, as the command line says; nil for all.
  package var first: Int?
  /// The number of rows that an iteration has as a list; nil for one row by itself.
  package var batch: Int?
  /// Whether a row has failed although its call has not: a condition on the response and the row.
  package var failed: Condition?
  /// The text by which a row is known in the files about rows; nil for its number alone.
  package var key: Template?
  /// The file with a line about each row; nil for none.
  package var results: Template?
  /// Whether the command line keeps the results of its rows, in place of ``results``.
  package var keepsResults = false
  /// The file with the rows that failed; nil for none.
  package var failures: Template?
  /// How a file of comma-separated values is written, and its charset if it is not UTF-8.
  package var dialect = CSVDialect()
  package var charset: Charset?

  package init(mark: Mark) { self.mark = mark }

  /// What happens after an iteration has failed.
  package enum ErrorRule: String, Sendable, CaseIterable {
    case stop, `continue`
  }

  /// The order in which results are delivered.
  package enum Order: String, Sendable, CaseIterable {
    /// That of the rows.
    case rows
    /// That in which iterations end.
    case any
  }

  package static let mostRowsOfBatch = 100_000
  package static let mostFailures = 1_000_000

  /// Whether further iterations are made after one has failed.
  package var continuesOnError: Bool {
    onError.map { $0 == .continue } ?? (mostFailures != nil)
  }

  /// The source of the iterations.
  package enum Source: Sendable {
    case list(Payload)
    /// Whole numbers, both ends included.
    case range(from: Payload, to: Payload)
    /// The rows of a file of comma-separated values: maps from the names in its first line to
    /// texts, or to values of the types of the columns.
    case csv(Template, types: [Column])
    case ndjson(Template)
    case json(Template)
    case rounds(Rounds)

    package var path: Template? {
      switch self {
      case .list, .range, .rounds: nil
      case .csv(let path, types: _), .ndjson(let path), .json(let path): path
      }
    }
  }

  /// How often a step repeats, each time with what the state has become.
  package struct Rounds: Sendable {
    package var mark: Mark
    package var times: Int?
    /// The time after which no further round begins.
    package var limit: Duration?
    package var every = Duration.zero
    /// The condition for the last round, on the results of the step.
    package var until: Condition?

    package init(mark: Mark) { self.mark = mark }
  }

  /// The rounds, if it has no rows; the results of the step are then those of the last one.
  package var rounds: Rounds? { if case .rounds(let rounds) = source { rounds } else { nil } }

  /// A column of comma-separated values whose values are not text.
  package struct Column: Sendable {
    package var name: String
    package var type: InputType

    package init(name: String, type: InputType) {
      self.name = name
      self.type = type
    }
  }

  /// A number of iterations in a duration.
  package struct Rate: Sendable, Hashable {
    package static let most = 1000

    package var count: Int
    package var period: Duration

    package init(_ count: Int, per period: Duration) {
      self.count = count
      self.period = period
    }

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

    package var interval: Duration { period / count }
  }
}

extension Loop {
  /// The paths of the files about rows, each with its field.
  package var files: [(field: String, path: Template)] {
    [("results", results), ("failures", failures)].compactMap { field, path in
      path.map { (field, $0) }
    }
  }

  package var paths: [Template] { files.map(\.path) }

  /// The templates of what the loop notes about its rows.
  var templatesOfRows: [Template] {
    paths + (failed?.templates ?? []) + [key].compactMap { $0 } + (rounds?.until?.templates ?? [])
  }
}

extension ScriptSpec {
  /// The path of a file that stands for standard input.
  package static let standardInput = "-"

  package var inputReader: Step? { steps.first { $0.readsStandardInput } }
}

extension Step {
  package var readsStandardInput: Bool {
    if loop?.source.path?.literal == ScriptSpec.standardInput { return true }
    if case .script(let script) = callee { return script.inputReader != nil }
    return false
  }
}
