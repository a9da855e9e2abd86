package import APICallText
import JSONText
import Synchronization

/// Limits the memory that the bodies of a run take together: those that are arriving, and those
/// that later steps use.
///
/// Each body alone has its own limit. A script may hold any number of them.
package final class MemoryBudget: Sendable {
  /// The limit in bytes, unless the user sets another one.
  package static let usual = 256 << 20
  /// Smaller documents are counted each time that they are used.
  private static let smallDocument = 64 << 10

  private let limit: Int
  private let state = Mutex(State())

  private struct State {
    var taken = 0
    /// How often each document is used.
    var uses: [ObjectIdentifier: Int] = [:]
  }

  package init(_ limit: Int = usual) { self.limit = limit }

  private func take(_ bytes: Int) throws(Failure) {
    guard !state.withLock({ take(bytes, of: &$0) }) else { return }
    throw exceeded
  }

  private func take(_ bytes: Int, of state: inout State) -> Bool {
    guard bytes <= limit - state.taken else { return false }
    state.taken += bytes
    return true
  }

  private var exceeded: Failure {
    var problem = Message(
      "the bodies that the run holds take more than \(WrittenSize.text(of: limit)) of memory",
      hint: "--memory raises the limit; 'save' writes a response to a file instead")
    problem.hintInProgram = .some(nil)
    return Failure(.inputOutput, [problem])
  }

  /// Takes the memory of a document, once for all of its uses.
  private func take(_ document: JSONDocument) throws(Failure) {
    let name = ObjectIdentifier(document)
    let isTaken = state.withLock { state in
      let uses = state.uses[name] ?? 0
      guard uses > 0 || take(document.memory, of: &state) else { return false }
      state.uses[name] = uses + 1
      return true
    }
    guard isTaken else { throw exceeded }
  }

  private func free(_ bytes: Int, _ documents: [JSONDocument]) {
    state.withLock { state in
      state.taken -= bytes
      for document in documents {
        let uses = state.uses[ObjectIdentifier(document)] ?? 1
        state.uses[ObjectIdentifier(document)] = uses > 1 ? uses - 1 : nil
        if uses == 1 { state.taken -= document.memory }
      }
    }
  }

  /// A part of the budget, which is free again when nothing refers to the share.
  package final class Share: Sendable {
    private let budget: MemoryBudget
    private let held = Mutex((bytes: 0, documents: [JSONDocument]()))

    package init(of budget: MemoryBudget) { self.budget = budget }

    deinit { clear() }

    /// Throws a ``Failure`` with exit status 74 if fewer are left.
    package func take(_ count: Int) throws(Failure) {
      try budget.take(count)
      held.withLock { $0.bytes += count }
    }

    /// Takes the memory of a value; of values of one document, that of all of it.
    package func take(_ value: Value) throws(Failure) {
      guard case .json(let json) = value else { return try take(value.heldBytes) }
      guard json.document.memory > MemoryBudget.smallDocument
      else { return try take(json.document.memory) }
      try budget.take(json.document)
      held.withLock { $0.documents.append(json.document) }
    }

    package func clear() {
      let (bytes, documents) = held.withLock { held in
        defer { held = (0, []) }
        return held
      }
      budget.free(bytes, documents)
    }
  }
}
