/// Numbers that look random and are the same for the same seed, for tests that try many cases.
///
/// The algorithm is SplitMix64 (Steele, Lea and Flood, 2014).
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  /// Returns the seed of one of many cases; the numbers of different cases have nothing in common.
  ///
  /// - Parameters:
  ///   - number: the number of the case.
  ///   - seed: the seed of all cases.
  /// - Returns: the seed of the case.
  package static func seed(ofCase number: Int, in seed: UInt64) -> UInt64 {
    var first = SeededGenerator(seed: UInt64(number))
    var second = SeededGenerator(seed: seed ^ first.next())
    return second.next()
  }

  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// Returns a number from 0 to one less than the bound; faster than the standard library's in
  /// debug builds.
  package mutating func below(_ bound: Int) -> Int {
    Int(truncatingIfNeeded: next() >> 33) % bound
  }

  /// Returns one of the choices.
  package mutating func pick<Element>(_ choices: [Element]) -> Element {
    choices[below(choices.count)]
  }

  /// Returns a text made from pieces; the number of pieces is from 0 to one less than the bound.
  package mutating func text(of pieces: [String], below bound: Int) -> String {
    var text = ""
    for _ in 0..<below(bound) { text += pick(pieces) }
    return text
  }
}
