/// The paths of the files about rows that the loops of a run have written, each once: a loop of a
/// script that is called several times would replace what its first run wrote.
final class RowPaths {
  /// The paths; a step that runs a script again takes back those of the run before.
  var paths: Set<String> = []

  /// Records a path; false if it was recorded before.
  func insert(_ path: String) -> Bool { paths.insert(path).inserted }
}
