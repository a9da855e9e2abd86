import APICallBase
import APICallLanguage
import APICallModel
import APICallRequests
import APICallSafety
import APICallText
import JSONText

/// The check of loops.
extension Foresight {
  /// The elements of a loop that are known.
  struct Elements {
    /// The values, each with the number of its iteration, counted from 0.
    var values: [(index: Int, value: Value)]
    var areAll: Bool
    var provenance: Provenance
  }

  /// Finds the elements of a loop, as far as they are known, and checks them.
  ///
  /// Returns the first ones of a list, at most ``elementLimit``, or the two ends of a range; nil if
  /// they are not known.
  mutating func elements(
    of loop: Loop, in script: ScriptSpec, _ names: ForeseenNames
  ) -> Elements? {
    do throws(Failure) {
      switch loop.source {
      case .rounds: return nil
      case .list(let payload):
        guard names.isKnown(payload) else {
          checkTypes(in: payload.templates, names, needsParts: true)
          if names.sample(of: payload) != nil { _ = try loop.list(of: payload, in: names.scope) }
          return nil
        }
        let list = try loop.list(of: payload, in: names.known)
        let values = list?.elements.prefix(Self.elementLimit).enumerated().map { ($0, Value($1)) }
        return Elements(
          values: values ?? [], areAll: (list?.count ?? 0) <= Self.elementLimit,
          provenance: names.binding(of: payload)?.provenanceOfWhole ?? .file)
      case .range(let from, let to):
        var ends: [Int] = []
        for end in [from, to] {
          if names.isKnown(end) {
            ends.append(try loop.end(of: end, in: names.known))
          } else if names.isComputable(end.templates) {
            _ = try loop.end(of: end, in: names.scope)
          } else {
            checkTypes(in: end.templates, names, needsParts: true)
          }
        }
        guard ends.count == 2 else { return nil }
        let provenance = [from, to].reduce(Provenance.file) {
          $0.joined(names.binding(of: $1)?.provenance)
        }
        let (first, last) = (ends[0], ends[1])
        let (distance, overflows) = last.subtractingReportingOverflow(first)
        var values: [(index: Int, value: Value)] = []
        if first <= last { values.append((0, .number("\(first)"))) }
        if first < last {
          values.append((overflows ? Int.max - 1 : distance, .number("\(last)")))
        }
        return Elements(
          values: values, areAll: !overflows && distance < 2, provenance: provenance)
      case .csv, .ndjson, .json:
        if let path = loop.source.path { noteReading(path, names) }
        try checkFile(of: loop, of: script, names)
        return nil
      }
    } catch {
      problems.add(error)
      return nil
    }
  }

  /// Checks that the file of a loop exists, unless an earlier step may save it.
  private func checkFile(
    of loop: Loop, of script: ScriptSpec, _ names: ForeseenNames
  ) throws(Failure) {
    guard let path = loop.source.path, path.literal != ScriptSpec.standardInput,
      names.isKnown(path),
      let text = try? path.render(in: names.known).revealed, mayRead(text)
    else { return }
    try loop.checkFile(
      in: names.known, root: script.head.fileRoot, files: resources.world.files)
  }
}
