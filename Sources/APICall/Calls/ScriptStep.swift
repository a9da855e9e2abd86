import APICallResponses

/// A call of a script that is about to begin.
public struct ScriptStep: Sendable, Hashable {
  /// The parts of a script.
  #if hasAttribute(nonexhaustive)
    @nonexhaustive
  #endif
  public enum Part: Sendable, Hashable {
    /// One of its steps.
    case steps
    /// The calls after a failure.
    case onFailure
    /// The reversal of a step.
    case cleanup
    /// The calls at the end.
    case finally
  }

  /// The name of the step.
  public var name: String { path.last ?? "" }
  /// The names of the steps that lead to it, from the script that was run down, with its own.
  public let path: [String]
  /// The part of the script.
  public let part: Part
  /// Its number among the steps of its script, counted from 1; nil for one that is not in `steps`.
  public let number: Int?
  /// The number of steps of its script; nil for one that is not in `steps`.
  public let count: Int?
  /// The number of iterations of its loop; nil without a loop, or if it is not known yet.
  public let iterations: Int?

  init(_ start: StepStart, at place: StepPlace) {
    path = place.path
    number = start.number
    count = start.count
    iterations = start.iterations
    part =
      switch start.part {
      case nil: .steps
      case .onFailure: .onFailure
      case .cleanup: .cleanup
      case .finally: .finally
      }
  }
}
