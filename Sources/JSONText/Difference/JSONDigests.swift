/// Digests of a value and of all that stands in it, each made once, when it is first asked for.
///
/// Values that are equal have the same digest. Others have the same one by chance only: the digests
/// are other ones in each run of a program, so that nobody can make texts for which they agree.
struct JSONDigests {
  let document: JSONDocument
  private let mixer = JSONDigestMixer()
  private let base: Int
  private let end: Int
  /// For each entry of the value, 0 where it is not known yet.
  private var digests: [UInt64] = []

  /// Makes none yet, and takes no memory.
  init(of value: JSONValue) {
    document = value.document
    base = value.index
    end = Int(value.entry.next)
  }

  /// The digest of the value at a place of the tape, a key included.
  ///
  /// - Parameter place: one that stands in the value that this was made for.
  /// - Returns: the digest, which is never 0.
  mutating func digest(of place: Int) -> UInt64 {
    if digests.isEmpty { digests = [UInt64](repeating: 0, count: end - base) }
    if digests[place - base] != 0 { return digests[place - base] }
    let (tape, octets) = (document.tape, document.octets)
    // What stands in a value is behind it on the tape.
    var index = Int(tape[place].next)
    var keys: [UInt64] = []
    while index > place {
      index -= 1
      guard digests[index - base] == 0 else { continue }
      let entry = tape[index]
      let digest =
        switch entry.kind {
        case .array: listDigest(at: index, tape)
        case .object: objectDigest(at: index, tape, &keys)
        default: mixer.scalar(entry, in: octets.span)
        }
      digests[index - base] = digest == 0 ? 1 : digest
    }
    return digests[place - base]
  }

  /// The digest at a place, if it was made before.
  func known(_ place: Int) -> UInt64 { digests[place - base] }

  /// The digest of a member, for which those of its key and its value are known.
  func memberDigest(_ key: Int, _ value: Int) -> UInt64 {
    mixer.mix(digests[key - base], digests[value - base])
  }

  private func listDigest(at place: Int, _ tape: [JSONTapeEntry]) -> UInt64 {
    var digest = mixer.start(.array)
    var child = place + 1
    let end = Int(tape[place].next)
    while child < end {
      digest = mixer.mix(digest, digests[child - base])
      child = Int(tape[child].next)
    }
    return digest
  }

  private func objectDigest(
    at place: Int, _ tape: [JSONTapeEntry], _ keys: inout [UInt64]
  ) -> UInt64 {
    // A sum is the same in any order.
    var sum: UInt64 = 0
    keys.removeAll(keepingCapacity: true)
    var child = place + 1
    let end = Int(tape[place].next)
    while child < end {
      sum &+= memberDigest(child, child + 1)
      keys.append(digests[child - base])
      child = Int(tape[child + 1].next)
    }
    if keys.hasRepetition {
      sum = 0
      for (key, value) in JSONCountedMembers(of: JSONValue(document: document, index: place))
        .members
      {
        sum &+= memberDigest(key, value)
      }
    }
    return mixer.mix(mixer.start(.object), sum)
  }
}

extension [UInt64] {
  /// Whether a number stands there twice; the order is lost.
  fileprivate var hasRepetition: Bool {
    mutating get {
      if count > 16 {
        sort()
        return indices.dropFirst().contains { self[$0] == self[$0 - 1] }
      }
      for index in indices.dropFirst() {
        let key = self[index]
        for before in 0..<index where self[before] == key { return true }
      }
      return false
    }
  }
}
