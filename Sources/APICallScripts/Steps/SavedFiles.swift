import APICallBase

/// The files that steps have saved in a run, each with the iterations in which that was.
///
/// A script that a loop calls several times would otherwise replace what its first run has saved.
final class SavedFiles {
  private var owners: [String: [Int]] = [:]

  var count: Int { owners.count }

  /// Notes that a step saves a file in the iterations that are running, the outermost first.
  ///
  /// Returns the two iterations of one loop that would save the same file; nil if the file is free.
  func claim(
    _ path: String, by step: [String], in iterations: [Int]
  ) -> (iteration: Int, owner: Int)? {
    let key = "\(step.joined(separator: "."))\0\(path)"
    guard let owner = owners[key] else {
      owners[key] = iterations
      return nil
    }
    return zip(iterations, owner).first { $0 != $1 }.map { ($0, $1) }
  }
}
