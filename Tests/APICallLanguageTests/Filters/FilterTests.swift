import APICallBase
import APICallLanguage
import APICallSafety
import APICallText
import JSONText
import TestWorlds
import Testing

@Suite("Filters")
struct FilterTests {
  private func result(of placeholder: String, _ given: (String, String)...) throws -> String {
    switch given.count {
    case 1: try FilterProbe.result(of: placeholder, given[0])
    default: try FilterProbe.result(of: placeholder, given[0], given[1])
    }
  }

  @Test("A filter has no result for a type that it refuses, and gives the types that it says")
  func refusals() throws {
    let values = [
      #""x""#, #""1""#, #""true""#, #""2026-01-31T12:00:00Z""#, "1", "1.5", "true", "[]", "[1]",
      #"["x"]"#, "{}", #"{"a": 1}"#,
    ]
    for filter in TemplateFilter.all {
      let sample = try #require(FilterProbe.samples.first { $0.filter == filter.name })
      let arguments = sample.arguments.joined(separator: ", ")
      let text =
        filter.name == "merge"
        ? "<v | merge(v)>" : "<v | \(filter.name)\(arguments.isEmpty ? "" : "(\(arguments))")>"
      let placeholder = try #require(try Template(text, at: .nowhere).sole)
      for value in values {
        let given = ValueKinds(of: try Value(json: value))
        let kinds = placeholder.kinds { _ in given }
        guard let kinds else {
          #expect(throws: TemplateProblem.self, "\(text) for \(value)") {
            try result(of: text, ("v", value))
          }
          continue
        }
        guard let found = try? FilterProbe.value(of: text, [("v", value)]) else { continue }
        #expect(!kinds.isDisjoint(with: ValueKinds(of: found)), "\(text) for \(value)")
      }
    }
  }

  @Test(
    "Each filter does what its name says",
    arguments: [
      ("base64", "\"\"", "«»"), ("base64", "\"f\"", "«Zg==»"), ("base64", "\"fo\"", "«Zm8=»"),
      ("base64", "\"foo\"", "«Zm9v»"), ("base64", "\"foobar\"", "«Zm9vYmFy»"),
      ("base64", "\"é?>~\"", "«w6k/Pn4=»"), ("base64url", "\"é?>~\"", "«w6k_Pn4»"),
      ("base64", "\"üþ>\"", "«w7zDvj4=»"), ("base64url", "\"\"", "«»"),
      ("base64", "1.50", "«MS41MA==»"),
      ("base64", "true", "«dHJ1ZQ==»"), ("hex", "\"\"", "«»"),
      ("hex", "\"aé\\u0000\"", "«61c3a900»"),
      ("hex", "10", "«3130»"), ("json", "\"a\\\"\\n\"", "«\"a\\\"\\n\"»"),
      ("json", "1.10", "«1.10»"),
      ("json", "null", "«null»"), ("json", "[1, {\"b\" : 2.0}]", "«[1,{\"b\":2.0}]»"),
      ("urlencode", "\"a b/é?~-._\"", "«a%20b%2F%C3%A9%3F~-._»"), ("urlencode", "-1", "«-1»"),
      ("upper", "\"straße ÿ\"", "«STRASSE Ÿ»"), ("upper", "\"\"", "«»"), ("upper", "1e3", "«1E3»"),
      ("lower", "\"ÀB C\"", "«àb c»"), ("trim", "\" \\t\\n a b \\u00a0\"", "«a b»"),
      ("trim", "\" \"", "«»"),
      ("trim", "\"\"", "«»"), ("number", "\"1.10\"", "1.10"), ("number", "-0", "-0"),
      ("number", "\"12345678901234567890123\"", "12345678901234567890123"),
      ("bool", "\"true\"", "true"), ("bool", "\"false\"", "false"), ("bool", "false", "false"),
      ("first", "[1,2,3]", "1"), ("last", "[1,2,\"c\"]", "«c»"), ("first", "[[null]]", "[null]"),
      ("first", "[]", "null"), ("last", "[]", "null"), ("first", "[null,1]", "null"),
      ("join(\", \")", "[\"a\",1.0,true]", "«a, 1.0, true»"), ("join('')", "[\"a\",\"b\"]", "«ab»"),
      ("join('-')", "[]", "«»"), ("join('\\n')", "[1,2]", "«1\n2»"),
      (
        "sha256", "\"abc\"", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
      ),
      (
        "sha256 | hex", "\"\"",
        "«e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855»"
      ),
      ("sha256 | base64", "\"\"", "«47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=»"),
      ("sha256 | base64url", "\"\"", "«47DEQpj8HBSa-_TImW-5JCeuQeRkm5NMpJWZG3hSuFU»"),
      (
        "hmac_sha256('Jefe')", "\"what do ya want for nothing?\"",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
      ("default('x')", "null", "«x»"), ("default(1.0)", "null", "1.0"),
      ("default('x')", "\"\"", "«»"),
      ("default('x')", "false", "false"), ("default('x')", "", "«x»"), ("upper", "", "nothing"),
      ("upper | default('x') | hex", "", "«78»"), ("first | default('none')", "[]", "«none»"),
      ("trim | upper | lower | base64", "\" A \"", "«YQ==»"), ("number | json", "\"1.0\"", "«1.0»"),
    ])
  func results(_ filters: String, _ value: String, _ expected: String) throws {
    #expect(try result(of: "<v | \(filters)>", ("v", value)) == expected)
  }

  @Test(
    "An argument can be a value, and bytes are a key unchanged",
    arguments: [
      ("<v | join(a)>", "[1,2]", "\"+\"", "«1+2»"), ("<v | join(a)>", "[1,2]", "0", "«102»"),
      ("<v | default(a.b[1])>", "null", "{\"b\":[1,{\"c\":2}]}", "{\"c\":2}"),
      ("<v | default(a)>", "null", "", "nothing"), ("<v | default(a)>", "null", "null", "null"),
      ("<v | default(a)>", "1", "", "1"), ("<v | default(a.b[0]) | default(2)>", "1", "{}", "1"),
      ("<v | default(a.b[0]) | default(2)>", "null", "{}", "2"),
      ("<v == 1 and a == 2>", "1", "2", "true"), ("<v == 2 or a < 3 and true>", "1", "2", "true"),
      ("<1 == v  and  a != 2 or v == 1>", "1", "2", "true"),
      ("<v | date(a)>", "0", "\"%Y\"", "«1970»"), ("<v[a]>", "[1]", "0", "1"),
      ("<v[a]>", "{\"1\":2}", "1", "2"), ("<v[a] | default(0)>", "{\"1\":2}", "3", "0"),
      ("<v[a]>", "{\"1\":2}", "1.5", "refused"), ("<v[a]>", "\"1\"", "1", "refused"),
      ("<v[a]>", "[1]", "\"x\"", "refused"), ("<v[a]>", "{\"x\":2}", "\"x\"", "2"),
      (
        "<v | hmac_sha256(a) | hex>", "\"what do ya want for nothing?\"", "\"Jefe\"",
        "«5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843»"
      ),
      ("<v | hmac_sha256(a)>", "1", "[]", "refused"), ("<v | hmac_sha256(a)>", "1", "", "refused"),
      ("<v | join(a)>", "[1]", "", "refused"),
    ])
  func arguments(
    _ placeholder: String, _ value: String, _ argument: String, _ expected: String
  ) {
    let result = try? result(of: placeholder, ("v", value), ("a", argument))
    #expect(result ?? "refused" == expected)
  }

  @Test(
    "A filter refuses unsupported values",
    arguments: [
      ("base64", "null"), ("hex", "[1]"), ("urlencode", "{}"), ("upper", "[]"), ("lower", "null"),
      ("trim", "{}"), ("number", "\"\""), ("number", "\"+1\""), ("number", "\".5\""),
      ("number", "\" 1\""), ("number", "\"0x1\""), ("number", "true"), ("number", "null"),
      ("bool", "\"yes\""), ("bool", "\"TRUE\""), ("bool", "1"), ("bool", "null"),
      ("first", "\"a\""),
      ("last", "{}"), ("join(',')", "\"a\""), ("join(',')", "[[1]]"), ("join(',')", "[null]"),
      ("sha256", "null"), ("sha256 | upper", "\"a\""), ("sha256 | json", "\"a\""),
      ("sha256 | date('%Y')", "\"a\""), ("date('%Y')", "\"\""), ("date('%Y')", "true"),
    ])
  func refusals(_ filters: String, _ value: String) {
    #expect(throws: TemplateProblem.self) { try result(of: "<v | \(filters)>", ("v", value)) }
  }

  @Test("Digests are passed on as bytes: a digest of a digest is not one of its hex digits")
  func bytes() throws {
    // SHA-256 of the 32 bytes of SHA-256 of nothing, as Bitcoin computes it.
    #expect(
      try result(of: "<v | sha256 | sha256>", ("v", "\"\""))
        == "5df6e0e2761359d30a8275058e299fcc0381534545f55cf43e41983f5d4c9456")
  }

  @Test(
    "The result for a secret is secret",
    arguments: [
      "<k | base64>", "<k | sha256 | hex>", "<p | hmac_sha256(k) | base64url>",
      "<l | join(k)>", "<n | default(k)>", "<k | upper | default(p)>", "<l[0] | default(k)>",
      "<fake(f)>", "<random(r, 9)>",
      "<r + 1>", "<1 + r>", "<r == 4>", "<if(r == 4, 1, 2)>", "<if(true, r, 2)>",
      "<l[r - 3]>", "<l | map(. + r) | json>", "<l | select(. < r) | json>",
      "<l | any(. == r)>", "<l | sum(. * r)>", "<l | sort_by(. - r) | first>",
      "<(k == p) or true>", "<false or r == 1>", "<0 - r>", "<m.none | default(k)>",
    ])
  func secrets(_ placeholder: String) throws {
    var scope = Scope(World.fixed())
    scope["k"] = Scope.Binding(.text("hunter2"), isSecret: true)
    scope["p"] = Scope.Binding(.text("plain"))
    scope["l"] = Scope.Binding(try Value(json: "[1,2]"))
    scope["m"] = Scope.Binding(try Value(json: "{}"))
    scope["n"] = Scope.Binding(nil)
    scope["f"] = Scope.Binding(.text("name"), isSecret: true)
    scope["r"] = Scope.Binding(try Value(json: "3"), isSecret: true)
    let text = try Template("a \(placeholder)", at: .nowhere).render(in: scope)
    #expect(text.masked == "a ***")
  }

  @Test("The result of each filter is secret if its value or any argument is")
  func secrecy() throws {
    #expect(Set(FilterProbe.samples.map(\.filter)) == Set(TemplateFilter.all.map(\.name)))
    for sample in FilterProbe.samples {
      // An expression for items is no value.
      let isOfItems = sample.arguments.contains { $0.hasPrefix(".") }
      let names = ["v"] + (isOfItems ? [] : sample.arguments.indices.map { "a\($0)" })
      let arguments = (isOfItems ? sample.arguments[...] : names.dropFirst())
        .joined(separator: ", ")
      let text = "<v | \(sample.filter)\(arguments.isEmpty ? "" : "(\(arguments))")>"
      let placeholder = try #require(try Template(text, at: .nowhere).sole)
      for secret in names + [""] {
        var scope = Scope(World.fixed())
        for (name, json) in zip(names, [sample.value] + sample.arguments) {
          scope[name] = Scope.Binding(try Value(json: json), isSecret: name == secret)
        }
        let binding = try placeholder.binding(in: scope)
        #expect(binding.isSecret == !secret.isEmpty, "\(text) with \(secret)")
        guard !secret.isEmpty, binding.value?.plainText != nil else { continue }
        let shown = try Template("a \(text)", at: .nowhere).render(in: scope).masked
        #expect(shown == "a ***", "\(text) with \(secret)")
      }
    }
  }
}
