import Testing

@Suite("Reading filters with items")
struct ItemFilterReadingTests {
  private static let outside =
    "error: '.' has no value here; hint: it is the item in the arguments of map, select, sort_by …"

  @Test(
    "The item has no value outside of the arguments of such a filter",
    arguments: [
      ". + 1", ".a", ".[0]", "l | join(.)", "l | map(.a) | join(.b)", "if(.a, 1, 2)", "l[.]",
    ])
  func outside(_ text: String) {
    #expect(ExpressionProbe.reading(of: text) == Self.outside)
  }

  @Test(
    "Filters with items are nested at most 4 deep",
    arguments: [
      ("l | map(. | map(. | map(. | map(.))))", "(l | map((. | map((. | map((. | map(.))))))))"),
      (
        "l | map(. | map(. | map(. | map(. | map(.)))))",
        "error: filters with '.' are nested more than 4 deep; hint: compute parts of it in lets"
      ),
      (
        "l | map(.a | map(.b) | map(.c)) | map(.d)",
        "((l | map(((.a | map(.b)) | map(.c)))) | map(.d))"
      ),
    ])
  func nested(_ text: String, _ read: String) {
    #expect(ExpressionProbe.reading(of: text) == read)
  }

  @Test(
    "Paths are paths, and the number of arguments is checked",
    arguments: [
      ("m | pick(.)", path("pick", "of a member")), ("m | pick(a)", path("pick", "of a member")),
      ("m | pick(.a + 1)", path("pick", "of a member")),
      ("m | pick(.[s])", path("pick", "of a member")),
      ("m | pick('a')", path("pick", "of a member")),
      ("m | pick(.[0])", path("pick", "of a member")),
      ("m | pick(.a, .b[0])", path("pick", "of a member")),
      ("m | del(.)", path("del", "of a member or an item")),
      ("m | del(a)", path("del", "of a member or an item")),
      ("m | del(.[s])", path("del", "of a member or an item")),
      ("l | map()", "error: the filter 'map' takes 1 argument, not 0; hint: write map(expression)"),
      ("l | map", "error: the filter 'map' takes 1 argument, not 0; hint: write map(expression)"),
      (
        "l | map(., .)",
        "error: the filter 'map' takes 1 argument, not 2; hint: write map(expression)"
      ),
      (
        "l | any(., .)",
        "error: the filter 'any' takes 0 or 1 arguments, not 2; hint: write any or any(expression)"
      ),
      (
        "l | sort_by()",
        "error: the filter 'sort_by' takes 1 to 16 arguments, not 0; hint: write sort_by(expression, …)"
      ),
      (
        "l | sort_by(\(dots(17)))",
        "error: the filter 'sort_by' takes 1 to 16 arguments, not 17; hint: write sort_by(expression, …)"
      ),
      ("l | sort_by(\(dots(16)))", "(l | sort_by(\(dots(16))))"),
      (
        "m | find(1)",
        "error: the filter 'find' takes text in quotes as 'path'; "
          + "hint: or the name of a value, without quotes"
      ),
      (
        "l | map(pick(.v))",
        "error: unknown function 'pick'; hint: pick is a filter: write . | pick(…)"
      ),
    ])
  func arguments(_ text: String, _ read: String) {
    #expect(ExpressionProbe.reading(of: text) == read)
  }

  @Test(
    "Names of jq have a hint",
    arguments: [
      ("l | ascii_downcase", "unknown filter 'ascii_downcase'; hint: write lower"),
      ("l | @base64d", "unknown filter '@base64d'; hint: write base64d"),
      ("l | map(. | tojson)", "unknown filter 'tojson'; hint: write json"),
      ("l | fabs", "unknown filter 'fabs'; hint: write abs"),
      ("l | strftime('%Y')", "unknown filter 'strftime'; hint: write date"),
      ("l | uuid", "unknown filter 'uuid'; hint: uuid is a function: <uuid()>"),
      (
        "lenght(l)",
        "unknown function 'lenght'; "
          + "hint: the functions here are if, try, uuid, now, random, fake, range, list, concat"
      ),
      ("lower(l)", "unknown function 'lower'; hint: lower is a filter: <name | lower>"),
    ])
  func names(_ text: String, _ message: String) {
    #expect(ExpressionProbe.reading(of: text) == "error: \(message)")
  }
}

private func dots(_ count: Int) -> String {
  [String](repeating: ".", count: count).joined(separator: ", ")
}

private func path(_ filter: String, _ words: String) -> String {
  "error: the filter '\(filter)' takes the path \(words) as 'path'; hint: such as .id or .owner.login"
}
