import Synchronization
import YAMLTree

/// Notes what expressions look up in rows and in items of lists, and whether any of these has it.
///
/// What some of them lack is missing there. What all of them lack was probably never meant.
package final class AbsenceWatch: Sendable {
  /// A part of an expression, by its place in the file.
  struct Place: Hashable {
    let line: Int
    let column: Int
    let range: Range<Int>

    init(_ span: TemplateSpan) {
      line = span.container.start.line
      column = span.container.start.column
      range = span.range
    }
  }

  /// The name of a whole row; a row that is null does not count as one.
  private let whole: String?

  private struct State {
    /// What no row has had yet.
    var waiting: [Reference]
    var missing: [Reference: MissingPart] = [:]
    var missingInItems: [(place: Place, use: Place, part: MissingPart)] = []
    /// What an item had, and the filters for which no item lacked anything.
    var found: Set<Place> = []
  }

  private let state: Mutex<State>

  package init(_ references: [Reference] = [], whole: String? = nil) {
    self.whole = whole
    state = Mutex(State(waiting: references))
  }

  package func note(_ row: ScopeRecord) {
    state.withLock { state in
      guard !state.waiting.isEmpty else { return }
      state.waiting.removeAll { reference in
        guard let value = row[reference.name]?.value else { return false }
        return PartSearch.finds(reference.steps, in: value)
      }
    }
  }

  func note(_ reference: Reference, _ part: MissingPart) {
    guard !part.isInNull || part.isFirstStep && reference.name == whole else { return }
    state.withLock { state in
      if state.missing[reference] == nil { state.missing[reference] = part }
    }
  }

  /// Notes that something was found for an item, or that no item lacked anything for a filter.
  func noteFound(_ place: Place) { state.withLock { _ = $0.found.insert(place) } }

  func hasFound(_ place: Place, of use: Place) -> Bool {
    state.withLock { $0.found.contains(place) || $0.found.contains(use) }
  }

  /// Notes that all items of a list lack a part, of which the first is described.
  func note(_ place: Place, of use: Place, _ part: () -> MissingPart) {
    state.withLock { state in
      if state.missingInItems.contains(where: { $0.place == place }) { return }
      state.missingInItems.append((place, use, part()))
    }
  }

  /// What all rows or all items lack: a part of the rows, or what the problem of the missing part
  /// says; nil if there is nothing.
  package var lack: (reference: Reference?, part: MissingPart)? {
    state.withLock { state in
      for reference in state.waiting {
        if let part = state.missing[reference] { return (reference, part) }
      }
      for (place, use, part) in state.missingInItems
      where !state.found.contains(place) && !state.found.contains(use) {
        return (nil, part)
      }
      return nil
    }
  }
}
