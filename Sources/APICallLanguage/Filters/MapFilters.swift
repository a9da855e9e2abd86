import APICallText
import JSONText

/// The filters of maps.
///
/// Of a repeated key, the last value counts.
enum MapFilters {
  static let rows = [
    TemplateFilter(
      "keys", "Gives the sorted keys of a map.",
      example: #"{"b":1,"a":2} | keys → ["a","b"]"#,
      takes: .map, gives: .list, work: .init(readings: 8), keys),
    TemplateFilter(
      "has", "Tests whether a map has a key.",
      example: #"{"a":null} | has("a") → true"#,
      [TemplateParameter("key", .text)], takes: .map, gives: .boolean, has),
    TemplateFilter(
      "to_entries", "Converts a map to a list of maps with key and value.",
      example: #"{"a":1} | to_entries → [{"key":"a","value":1}]"#,
      takes: .map, gives: .list, work: .init(readings: 24), toEntries),
    TemplateFilter(
      "from_entries",
      "Converts a list of maps with key and value, or of lists of the two, to a map; name or k, and "
        + "v, are also taken.",
      example: #"[{"key":"a","value":1}] | from_entries → {"a":1}"#,
      takes: .list, gives: .map, work: .init(readings: 8), fromEntries),
    TemplateFilter(
      "merge", "Adds the members of another map, which replace those with the same keys.",
      example: #"{"a":1,"b":1} | merge(other) → {"a":1,"b":2}"#,
      [TemplateParameter("map", .any, takes: .map)], takes: .map, gives: .map,
      work: .init(readings: 4), merge),
  ]

  private static func keys(_ call: FilterCall) throws(FilterRefusal) -> Value {
    var list = BuiltList()
    let keys = try entries(of: call).map(\.key)
    for key in keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) { try list.append(text: key) }
    return try list.value()
  }

  private static func has(_ call: FilterCall) throws(FilterRefusal) -> Value {
    let key = try call.text(at: 0)
    return .boolean(try call.map()[key] != nil)
  }

  private static func toEntries(_ call: FilterCall) throws(FilterRefusal) -> Value {
    var list = BuiltList()
    for (key, json) in try entries(of: call) {
      var entry = BuiltMap()
      try entry.set(
        "key".utf8, Array(JSONWriter.string(String(decoding: key, as: UTF8.self)).utf8)[...])
      try entry.set("value".utf8, json)
      try list.append(json: entry.value().jsonText)
    }
    return try list.value()
  }

  private static func fromEntries(_ call: FilterCall) throws(FilterRefusal) -> Value {
    var map = BuiltMap()
    for (index, entry) in try call.list().elements.enumerated() {
      if entry.kind == .array {
        guard entry.count == 2, let key = entry[0].flatMap({ Value($0).plainText }),
          let value = entry[1]
        else {
          throw .takes("lists of a key and a value", got: "another list at [\(index)]")
        }
        try map.set(key.utf8, value.bytes)
        continue
      }
      guard entry.kind == .object
      else { throw .otherItem(entry, at: index, than: "maps with 'key' and 'value'") }
      // The names that jq knows, too.
      let names = ["key", "k", "name", "Name", "Key", "K"]
      guard let key = names.lazy.compactMap({ entry[$0] }).first,
        let text = Value(key).plainText
      else {
        throw .takes(
          "a list of maps with 'key' and 'value'", got: "one without a key of text at [\(index)]")
      }
      let value = ["value", "v", "Value", "V"].lazy.compactMap { entry[$0] }.first
      try map.set(text.utf8, (value ?? .null).bytes)
    }
    return try map.value()
  }

  private static func merge(_ call: FilterCall) throws(FilterRefusal) -> Value {
    guard case .json(let other)? = call.argument(0), other.kind == .object
    else { throw .takesArgument("a map") }
    var map = BuiltMap()
    try map.merge(try call.map())
    try map.merge(other)
    return try map.value()
  }

  private static func entries(
    of call: FilterCall
  ) throws(FilterRefusal) -> [(key: [UInt8], json: ArraySlice<UInt8>)] {
    var map = BuiltMap()
    try map.merge(try call.map())
    return map.entries
  }
}
