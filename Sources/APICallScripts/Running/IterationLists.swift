import APICallBase
import APICallLanguage
import APICallModel
import APICallSafety
import APICallText
import JSONText
import YAMLTree

/// The results of the iterations of a step: a list of each used value, in the order of the
/// iterations.
struct IterationLists {
  private let step: Step
  private var lists: [(name: String, bytes: [UInt8], binding: Scope.Binding)]
  private var count = 0
  private var size = 0
  /// The results of iterations that ended before earlier ones did.
  private var early: [Int: ScopeRecord?] = [:]

  init(of demand: ResponseDemand, for step: Step) {
    self.step = step
    let names = demand.outputs + demand.parts.map(\.rawValue)
    lists = names.map { ($0, [UInt8(ascii: "[")], Scope.Binding(nil)) }
  }

  /// Adds the results of an iteration, nil if it has none; its index is counted from 0.
  mutating func add(_ record: ScopeRecord?, at index: Int) throws(Failure) {
    guard !lists.isEmpty else { return }
    early[index] = .some(record)
    while let next = early.removeValue(forKey: count) { try append(next) }
  }

  private mutating func append(_ record: ScopeRecord?) throws(Failure) {
    count += 1
    for index in lists.indices {
      if count > 1 { lists[index].bytes.append(UInt8(ascii: ",")) }
      let start = lists[index].bytes.count
      let binding = record?[lists[index].name]
      switch binding?.value {
      case nil: lists[index].bytes += "null".utf8
      case .bytes, .file:
        throw Failure(
          .decoding,
          "the '\(lists[index].name)' of iteration \(count) of the step '\(step.name)' is bytes, "
            + "which cannot be in a list", at: step.mark)
      case let value?: lists[index].bytes += value.jsonText
      }
      if let binding {
        lists[index].binding.provenance.join(binding.provenance)
        lists[index].binding.parts += binding.parts
        lists[index].binding.latin1 += binding.latin1
        lists[index].binding.echoes = .joined(lists[index].binding.echoes, binding.echoes)
      }
      size += lists[index].bytes.count - start
    }
    guard size <= BufferedBytes.limit else {
      throw Failure(
        .decoding,
        "the results of the iterations of the step '\(step.name)' are longer than "
          + WrittenSize.text(of: BufferedBytes.limit), at: step.mark,
        hint: "use fewer of its values, or smaller ones: outputs instead of the body")
    }
  }

  func record() throws(Failure) -> ScopeRecord {
    var record = ScopeRecord()
    for list in lists {
      do {
        var binding = list.binding
        binding.value = Value(try JSONDocument(list.bytes + [UInt8(ascii: "]")]).root)
        record[list.name] = binding
      } catch {
        throw Failure(
          .decoding,
          "the '\(list.name)' of the step '\(step.name)' cannot be a list: \(error.message)",
          at: step.mark)
      }
    }
    return record
  }
}
