import APICallBase
import APICallLanguage
import APICallModel
import APICallSafety
import JSONText
import YAMLTree

/// The paths of the parts of rows, which have to lead somewhere.
extension RowMaker {
  /// Binds a part to what its path finds in the part before, and makes the rows of it.
  func bind(
    _ written: ParameterPath, as index: Int, in value: JSONNode, _ receive: Receiver
  ) throws(Failure) {
    let path = try filled(written)
    let found = try rethrowing(
      path.path.rows(
        in: value, path.strictness(ofOne: index > 0 || isStream),
        patterns: path.path.usesPatterns ? patterns : nil)
    ) { failure(of: $0, in: path) }
    guard found.count == 0 else {
      watches[index].noteFound()
      if path.path.isSingular, let other = path.defaultValue, found.contains(where: \.isNull) {
        return try bind(each: [other], as: index, from: source, receive)
      }
      return try bind(each: found, as: index, from: source, receive)
    }
    // Nothing is expected in a part that has no value itself.
    if index == 0 || !value.isNull || isDocument(before: index),
      !watches[index].hasFound || path.defaultValue != nil
    {
      let reach: JSONPathReach
      do { reach = try path.path.reach(in: value, needingLists: true, patterns: patterns) } catch {
        throw failure(of: error, in: path)
      }
      if let others = path.defaults(at: reach.end) {
        return try bind(each: others, as: index, from: source, receive)
      }
      watches[index].note(reach)
      if index == 0, !isStream { try checkDocument() }
    }
    // The first path says where the values are; the others may find nothing in one of them.
    guard index > 0, path.path.isSingular else { return }
    scope.row[stages.sources[index].name] = Scope.Binding(nil, from: source)
    // The next paths go through this part, so they find nothing, either.
    try bind(index + 1, in: .null, receive)
  }

  /// Notes how far the first path leads in a document that is still arriving.
  ///
  /// Throws a ``Failure`` if the document has something else where its children should be.
  func checkDocument(reaching reach: JSONPathReach) throws(Failure) {
    guard let path = firstPath, path.defaults(at: reach.end) == nil else { return }
    watches[0].note(reach)
    if reach.end != nil { try checkDocument() }
  }

  /// Ends a document that was read child by child.
  ///
  /// Throws a ``Failure`` if the first path leads nowhere.
  func endDocument(reaching reach: JSONPathReach, _ receive: Receiver) throws(Failure) {
    guard let path = firstPath else { return }
    watches[0].note(reach)
    guard let others = path.defaults(at: watches[0].end) else { return try checkDocument() }
    watches[0].noteFound()
    try bind(each: others, as: 0, from: source, receive)
  }

  /// Ends a document without a value.
  ///
  /// Returns whether the rows begin with a path, and so are all that can be made of it. Throws a
  /// ``Failure`` if a path should lead somewhere in it.
  func endEmptyDocument(_ receive: Receiver) throws(Failure) -> Bool {
    guard let path = firstPath else { return false }
    guard let other = path.defaultValue else {
      throw Failure(
        .decoding, "the response has nothing at \(path)", at: stages.sources[0].mark,
        hint: "the response is empty")
    }
    try bind(each: path.rows(of: other), as: 0, from: source, receive)
    return true
  }

  /// Whether a path is followed in the whole value, as after `$`.
  private func isDocument(before index: Int) -> Bool {
    stages.sources[..<index].allSatisfy { source in
      if case .path(let path) = source.content { path.path.isRoot } else { true }
    }
  }

  private var firstPath: ParameterPath? {
    guard case .path(let path)? = stages.sources.first?.content else { return nil }
    return path
  }

  private func checkDocument() throws(Failure) {
    if let end = watches[0].end, let path = firstPath {
      throw lost(end, path, at: stages.sources[0].mark, in: .document)
    }
  }

  /// Whether a path or a name has led nowhere in all values so far.
  var lacksName: Bool {
    watches.contains { $0.end != nil } || sorter?.lack != nil || scope.absences?.lack != nil
  }

  func checkPaths() throws(Failure) {
    for index in watches.indices {
      guard let end = watches[index].end, case .path(let path) = stages.sources[index].content
      else { continue }
      var subject = isStream ? PathSubject.stream : .document
      let before = stages.sources[..<index].last { source in
        if case .value = source.content { false } else { true }
      }
      if let before { subject = .part(before.name) }
      throw lost(end, path, at: stages.sources[index].mark, in: subject)
    }
  }

  private func lost(
    _ end: JSONPathDeadEnd, _ path: ParameterPath, at mark: Mark, in subject: PathSubject
  ) -> Failure {
    let (message, hint) = end.words(
      of: path, in: subject, showingContents: source.secrecy == .open)
    return Failure(.decoding, message, at: mark, hint: hint)
  }

  /// Checks that a row, or an item of a list, has each name that expressions have looked up, and
  /// each member by which rows are sorted.
  func checkNames() throws(Failure) {
    if let (key, first) = sorter?.lack, case .path(let steps) = key.content {
      let name = if case .member(let name)? = steps.first { name } else { String?.none }
      let path = MemberPath(steps).description
      throw Failure(
        .decoding, "no row has '\(path)'", at: key.name.mark,
        hint: provenance.secrecy == .open ? first.hint(without: name, in: "the first one") : nil)
    }
    guard let lack = scope.absences?.lack else { return }
    var problem = lack.part.problem
    if let reference = lack.reference {
      let noun = reference.name == RowStages.group ? "group" : "row"
      let name = reference.text(upTo: reference.steps.count)
      problem = Message(
        "no \(noun) has '\(name)'", at: problem.mark,
        hint: stages.hintOfOrder(for: reference)
          ?? (provenance.secrecy == .open ? lack.part.hint(in: "the first one") : nil),
        status: .decoding)
    } else {
      problem.status = .decoding
    }
    throw Failure(.decoding, [problem])
  }
}
