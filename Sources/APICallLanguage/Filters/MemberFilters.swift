import APICallBase
import APICallText
import JSONText

/// The filters that choose parts of values by paths.
enum MemberFilters {
  static let rows = [
    TemplateFilter(
      "pick",
      "Keeps only the members on these paths, in the order of the paths; those that are "
        + "missing are left out.",
      example: #"{"a":1,"b":2} | pick(.b) → {"b":2}"#,
      [TemplateParameter("path", .memberPath)], takes: .map, gives: .map, repeatsLast: true,
      work: .init(steps: 24),
      pick),
    TemplateFilter(
      "del",
      "Leaves out the members or items on these paths; each index counts in the list as "
        + "it was given.",
      example: #"{"a":1,"b":2} | del(.a) → {"b":2}"#,
      [TemplateParameter("path", .itemPath)], takes: [.map, .list], gives: [.map, .list],
      repeatsLast: true, work: .init(steps: 24, readings: 4), del),
    TemplateFilter(
      "set",
      "Replaces the value at a path, or adds it, with the maps that lead to it; an item has to "
        + "exist.",
      example: #"{"a":1} | set(.b.c, 2) → {"a":1,"b":{"c":2}}"#,
      [TemplateParameter("path", .itemPath), TemplateParameter("value", .any)],
      takes: [.map, .list], gives: [.map, .list], work: .init(steps: 24, readings: 4), set),
    TemplateFilter(
      "find",
      "Gives a list of what a JSONPath selects; its functions match and search are not available.",
      example: #"{"a":[{"b":1},{"b":2}]} | find("$.a[*].b") → [1,2]"#,
      [TemplateParameter("path", .text, checkingWith: check)], takes: .hasJSON,
      gives: .list, finds: true, work: .init(steps: 40), find),
  ]

  private static func check(_ text: String) throws(PlaceholderFault) {
    _ = try path(text)
  }

  private static func path(_ text: String) throws(PlaceholderFault) -> JSONPath {
    let path = try rethrowing(JSONPath(text)) { (error: JSONPathError) in
      PlaceholderFault("cannot read the JSONPath '\(text)': \(error.message)", hint: nil)
    }
    guard !path.usesPatterns else {
      throw PlaceholderFault(
        "the JSONPath of the filter 'find' cannot use match or search",
        hint: "the filters select and test can: | select(.name | test(\"…\"))")
    }
    return path
  }

  private static func find(_ call: FilterCall) throws(FilterRefusal) -> Value {
    let text = try call.text(at: 0)
    let path = try rethrowing(self.path(text)) {
      FilterRefusal.badArgument($0, words: "a JSONPath", index: 0)
    }
    guard let json = call.value.json else { throw .takes("a value that JSON can write") }
    let found: JSONPathPlaces
    do {
      // A visit takes as long as a step.
      var limits = JSONPathLimits(for: json)
      limits.visits = min(limits.visits, call.scope.allowance.stepsLeft)
      // As in rows, a value of another kind is not a missing one.
      found = try path.places(
        in: json, call.isReplaced ? .nowhere : .everywhere, limits: limits)
      guard call.scope.allowance.spend(found.visits) else { throw FilterRefusal.tooManySteps }
      if found.count == 0, let end = try path.reach(in: json, needingLists: false).end {
        guard path.isMissing(at: end) else {
          throw JSONPathEvaluationError.otherKind(after: end.steps, end.contents.kind)
        }
        let missing = path.prefix(end.steps + 1)
        let noun = end.steps == 0 ? "the value" : path.prefix(end.steps).description
        let key =
          if case .member(let name) = path.words(ofStep: end.steps) { name } else { String?.none }
        throw FilterRefusal.missing(
          "the value has nothing at \(missing)", hint: end.contents.hint(without: key, in: noun))
      }
    } catch let refusal as FilterRefusal {
      throw refusal
    } catch JSONPathEvaluationError.visits {
      throw .tooManySteps
    } catch {
      var fault = "one that needs too many steps"
      var hint: String?
      switch error as? JSONPathEvaluationError {
      case .repeatedKey(let key): fault = "one with the key '\(key)' twice"
      case .otherKind(let steps, let kind):
        fault = "one with \(kind.typeName) at \(path.prefix(steps))"
        hint = path.hint(for: .otherKind(after: steps, kind))
      default: break
      }
      throw .takes("a value in which the path can be evaluated", got: fault, hint: hint)
    }
    return try .list(of: found)
  }

  private static func pick(_ call: FilterCall) throws(FilterRefusal) -> Value {
    let json = try call.map()
    var map = BuiltMap()
    for index in 0..<call.items.count {
      let path = call.items.path(index)
      guard case .member(let key)? = path.first else {
        throw .takesArgument("a member", index: index)
      }
      let chosen = try json[key].flatMap { (part) throws(FilterRefusal) in
        try Self.chosen(path.dropFirst(), of: part)
      }
      call.items.note(index, isThere: chosen != nil, in: json)
      guard let chosen else { continue }
      try map.set(key.utf8, try merged(map[key], chosen)[...])
    }
    return try map.value()
  }

  /// The part of a value on a path, in the maps around it; nil if it is missing.
  private static func chosen(
    _ path: ArraySlice<Reference.Step>, of value: JSONNode
  ) throws(FilterRefusal) -> [UInt8]? {
    guard let step = path.first else { return Array(value.bytes) }
    guard value.kind == .object || value.kind == .null else {
      throw otherKind(value, around: step)
    }
    guard case .member(let key) = step, let part = value[key],
      let inner = try chosen(path.dropFirst(), of: part)
    else { return nil }
    var map = BuiltMap()
    try map.set(key.utf8, inner[...])
    return try map.value().jsonText
  }

  private static func merged(
    _ one: ArraySlice<UInt8>?, _ other: [UInt8]
  ) throws(FilterRefusal) -> [UInt8] {
    guard let one, let first = (try? JSONDocument(Array(one)))?.root,
      let second = (try? JSONDocument(other))?.root,
      first.kind == .object, second.kind == .object
    else { return other }
    var map = BuiltMap()
    try map.merge(first)
    for (key, value) in second.members {
      try map.set(key.utf8, try merged(map[key], Array(value.bytes))[...])
    }
    return try map.value().jsonText
  }

  private static func del(_ call: FilterCall) throws(FilterRefusal) -> Value {
    guard case .json(let json) = call.value, json.kind == .object || json.kind == .array
    else { throw .takes("a map or a list") }
    let paths = (0..<call.items.count).map { call.items.path($0)[...] }
    return try Value(madeOf: without(paths, json))
  }

  private static func set(_ call: FilterCall) throws(FilterRefusal) -> Value {
    guard case .json(let json) = call.value, json.kind == .object || json.kind == .array
    else { throw .takes("a map or a list") }
    guard let new = call.argument(1)?.json
    else { throw .takesArgument("a value that JSON can write", index: 1) }
    return try Value(madeOf: setting(call.items.path(0)[...], in: json, to: new))
  }

  /// A value with another one at a path; everything else stays as it is written.
  private static func setting(
    _ path: ArraySlice<Reference.Step>, in value: JSONNode?, to new: JSONNode
  ) throws(FilterRefusal) -> [UInt8] {
    guard let step = path.first else { return Array(new.bytes) }
    switch step {
    case .member(let key):
      var map = BuiltMap()
      if let value, value.kind == .object {
        try map.merge(value)
      } else if let value, value.kind != .null {
        throw .takes(
          "a value with a map there", got: "one with \(value.kind.typeName) around '\(key)'")
      }
      let inner = try setting(path.dropFirst(), in: value?[key], to: new)
      try map.set(key.utf8, inner[...])
      return try map.value().jsonText
    case .item(let index):
      guard let value, value.kind == .array else {
        let met = value?.kind.typeName ?? "nothing"
        throw .takes("a value with a list there", got: "one with \(met) at [\(index)]")
      }
      let place = index < 0 ? index + value.count : index
      guard place >= 0, place < value.count else {
        throw .takes("a list with an item [\(index)]", got: "one of \(value.count)")
      }
      var list = BuiltList()
      for (offset, element) in value.elements.enumerated() {
        guard offset == place else {
          try list.append(element)
          continue
        }
        try list.append(json: try setting(path.dropFirst(), in: element, to: new))
      }
      return try list.value().jsonText
    }
  }

  private static func otherKind(_ value: JSONNode, around step: Reference.Step) -> FilterRefusal {
    .takes(
      step.isMember ? "a value with a map there" : "a value with a list there",
      got: "one with \(value.kind.typeName) around '\(step.text)'")
  }

  /// A value without the parts on paths; unchanged if they are missing.
  ///
  /// All indexes are those of the given list, as in jq, and not of a list without earlier parts.
  private static func without(
    _ paths: [ArraySlice<Reference.Step>], _ value: JSONNode
  ) throws(FilterRefusal) -> [UInt8] {
    let steps = paths.compactMap(\.first)
    if value.kind != .null,
      let step = steps.first(where: { $0.isMember ? value.kind != .object : value.kind != .array })
    {
      throw otherKind(value, around: step)
    }
    switch value.kind {
    case .object:
      var map = BuiltMap()
      for (key, member) in value.members {
        let rest = rest(of: paths, after: { $0 == .member(key) })
        if rest.isEmpty {
          try map.set(key.utf8, member.bytes)
        } else if !rest.contains(where: \.isEmpty) {
          try map.set(key.utf8, try without(rest, member)[...])
        }
      }
      return try map.value().jsonText
    case .array:
      var list = BuiltList()
      let count = value.count
      for (offset, element) in value.elements.enumerated() {
        let rest = rest(of: paths, after: { $0 == .item(offset) || $0 == .item(offset - count) })
        if rest.isEmpty {
          try list.append(element)
        } else if !rest.contains(where: \.isEmpty) {
          try list.append(json: try without(rest, element))
        }
      }
      return try list.value().jsonText
    default: return Array(value.bytes)
    }
  }

  private static func rest(
    of paths: [ArraySlice<Reference.Step>], after fits: (Reference.Step) -> Bool
  ) -> [ArraySlice<Reference.Step>] {
    paths.compactMap { path in
      guard let step = path.first, fits(step) else { return nil }
      return path.dropFirst()
    }
  }
}
