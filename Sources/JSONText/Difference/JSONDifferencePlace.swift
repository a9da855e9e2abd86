/// A step of a comparison: two values that stand for one another, or one that stands alone.
///
/// Values are given by their places on the tape of their document.
enum JSONDifferencePlace {
  /// An expected and an actual value.
  case pair(Int, Int)
  /// The value of an expected member that an actual object lacks.
  case missingMember(Int, in: Int)
  /// An expected element, at a position of the expected list, that an actual list lacks.
  case missingElement(Int, position: Int, in: Int)
  /// An actual value that was not expected.
  case unexpected(Int)

  /// The actual value, or the actual container that lacks the expected one.
  var actualPlace: Int {
    switch self {
    case .pair(_, let place), .unexpected(let place), .missingMember(_, let place),
      .missingElement(_, _, let place):
      place
    }
  }
}
