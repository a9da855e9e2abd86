/// Iterates over the children of a value of any kind.
struct JSONChildren {
  private var place: Int
  private let end: Int
  /// 1 if a key precedes each child.
  private let skip: Int

  init(of container: Int, in tape: [JSONTapeEntry]) {
    let entry = tape[container]
    place = container + 1
    end = entry.kind.isContainer ? Int(entry.next) : place
    skip = entry.kind == .object ? 1 : 0
  }

  mutating func next(in tape: [JSONTapeEntry]) -> Int? {
    guard place < end else { return nil }
    let child = place + skip
    place = Int(tape[child].next)
    return child
  }
}
