import APICallBase
import APICallText
import JSONText

/// What the items of a list lack.
extension Evaluation {
  var hasOthers: Bool { scope.absences != nil || !items.isEmpty }

  func place(of use: Expression.FilterUse) -> AbsenceWatch.Place {
    AbsenceWatch.Place(span(use.range))
  }

  func noteFound(_ range: Range<Int>) {
    if hasOthers { absences.noteFound(AbsenceWatch.Place(span(range))) }
  }

  /// Notes that a part of a row or of an item is missing, which one of them has to have.
  func noteMissing(_ range: Range<Int>, hint: @autoclosure () -> String?) {
    guard hasOthers, replacements == 0 else { return }
    let place = AbsenceWatch.Place(span(range))
    hasLacks = true
    absences.note(place, of: place) {
      MissingPart(
        Message(
          "no \(items.isEmpty ? "value" : "item") has '\(text(range))'", at: span(range).mark,
          hint: hint()))
    }
  }

  /// Notes what all items lack of what the arguments of a filter have looked up in them.
  func noteLacks(of value: Value, in use: Expression.FilterUse) {
    guard case .json(let json) = value, json.count > 0 else { return }
    let usePlace = place(of: use)
    // A list in an item or in a row is not the only one.
    if lacks.isEmpty, hasOthers { absences.noteFound(usePlace) }
    // The first one is reported.
    for (range, lack) in lacks.sorted(by: { $0.key.lowerBound < $1.key.lowerBound }) {
      let place = AbsenceWatch.Place(span(range))
      if absences.hasFound(place, of: usePlace) { continue }
      let hasIt =
        json.kind == .array
        ? json.elements.contains { PartSearch.finds(lack.path, in: Value($0)) }
        : json.members.contains { PartSearch.finds(lack.path, in: Value($0.value)) }
      guard !hasIt else {
        absences.noteFound(place)
        continue
      }
      hasLacks = true
      absences.note(place, of: usePlace) {
        MissingPart(
          Message(
            "no item has '\(text(range))'", at: span(range).mark,
            hint: lack.part.hint(in: "the first one")))
      }
    }
  }
}
