package import APICallBase
import APICallSystem

extension GoldenFile {
  /// Writes the golden file anew from the output of the case.
  ///
  /// Returns what was written, in words; nil if the file is already equal. Throws a ``Failure`` if
  /// it cannot be read or written.
  package func update(from outcome: CaseOutcome) throws(Failure) -> String? {
    let scrubbed = scrubbed(outcome)
    guard scrubbed.problems.isEmpty else { return nil }
    let name = FolderReplacement.goldenStem + scrubbed.ending
    let new = FilePath.join(folder, name)
    var count = 0
    if let path {
      let old = try bytes(at: path)
      if old == scrubbed.bytes, path == new { return nil }
      count = OutputDifference(of: scrubbed.bytes, from: old, at: path, in: "").count
    }
    try FolderReplacement.replace(folder, with: [(name, scrubbed.bytes)]) {
      !FolderReplacement.isGolden($0)
    }
    let unused = scrubbed.unused.map { "'\($0)'" }.joined(separator: ", ")
    let note = unused.isEmpty ? "" : "; 'scrub' selects nothing by \(unused)"
    guard path != nil else { return "wrote \(new)\(note)" }
    return "updated \(new): \(count == 1 ? "1 place" : "\(count) places")\(note)"
  }
}
