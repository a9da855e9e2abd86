package import APICallLanguage
import APICallText
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
  package var continuesOnError = false

  package init(mark: Mark) { self.mark = mark }

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

extension Script {
  /// The path of a file that stands for standard input.
  package static let standardInput = "-"

  package var inputReader: Step? { steps.first { $0.readsStandardInput } }
}

extension Step {
  package var readsStandardInput: Bool {
    if loop?.source.path?.literal == Script.standardInput { return true }
    if case .script(let script) = callee { return script.inputReader != nil }
    return false
  }
}
