import APICallBase
import APICallLanguage
import APICallText
import JSONText
import TestWorlds
import Testing

/// Runs filters, and writes their results in one form.
enum FilterProbe {
  /// A value and arguments that each filter takes, as JSON.
  static let samples: [(filter: String, value: String, arguments: [String])] = [
    ("base64", #""a""#, []), ("base64url", #""a""#, []), ("hex", #""a""#, []),
    ("json", "[1]", []), ("urlencode", #""a b""#, []), ("base64d", #""YQ==""#, []),
    ("unhex", #""61""#, []), ("urldecode", #""a%20b""#, []), ("fromjson", #""[1]""#, []),
    ("upper", #""a""#, []), ("lower", #""A""#, []), ("trim", #"" a ""#, []),
    ("split", #""a,b""#, [#"",""#]), ("lines", #""a\nb""#, []),
    ("replace", #""aXb""#, [#""X""#, #""-""#]), ("startswith", #""abc""#, [#""ab""#]),
    ("endswith", #""abc""#, [#""bc""#]), ("ltrimstr", #""abc""#, [#""ab""#]),
    ("rtrimstr", #""abc""#, [#""bc""#]), ("pad", #""a""#, ["3", #"".""#]),
    ("lpad", #""a""#, ["3", #"".""#]), ("repeat", #""ab""#, ["2"]), ("number", #""1""#, []),
    ("tonumber", #""1""#, []), ("bool", #""true""#, []), ("not", "true", []),
    ("tostring", "[1]", []), ("type", "[1]", []), ("first", "[1]", []), ("last", "[1]", []),
    ("join", "[1,2]", [#"",""#]), ("length", "[1]", []), ("nth", "[1,2]", ["1"]),
    ("slice", "[1,2,3]", ["1", "2"]), ("reverse", "[1,2]", []), ("sort", "[2,1]", []),
    ("unique", "[1,1]", []), ("flatten", "[[1]]", []), ("add", "[[1],[2]]", []),
    ("transpose", "[[1],[2]]", []), ("contains", "[1]", ["1"]), ("keys", #"{"a":1}"#, []),
    ("has", #"{"a":1}"#, [#""a""#]), ("to_entries", #"{"a":1}"#, []),
    ("from_entries", #"[{"key":"a","value":1}]"#, []), ("merge", #"{"a":1}"#, [#"{"b":2}"#]),
    ("floor", "1.5", []), ("ceil", "1.5", []), ("round", "1.55", ["1"]), ("abs", "-1", []),
    ("fixed", "1.5", ["2"]), ("pow", "2", ["3"]), ("sum", "[1,2]", []), ("avg", "[1,2]", []),
    ("min", "[1,2]", []), ("max", "[1,2]", []), ("test", #""abc""#, [#""b""#]),
    ("capture", #""abc""#, [#""(?<x>b)""#]), ("scan", #""abc""#, [#""b""#]),
    ("sub", #""abc""#, [#""b""#, #""x""#]), ("gsub", #""abc""#, [#""b""#, #""x""#]),
    ("html", #""<""#, []), ("xml", #""<""#, []), ("line_protocol", #""a b""#, []),
    ("shell", #""a b""#, []),
    ("sha1", #""a""#, []), ("sha256", #""a""#, []), ("sha384", #""a""#, []),
    ("sha512", #""a""#, []), ("md5", #""a""#, []), ("crc32", #""a""#, []),
    ("hmac_sha1", #""a""#, [#""k""#]), ("hmac_sha256", #""a""#, [#""k""#]),
    ("hmac_sha384", #""a""#, [#""k""#]), ("hmac_sha512", #""a""#, [#""k""#]),
    ("jwt", #"{"a":1}"#, [#""k""#, #""HS256""#]),
    ("hmac_md5", #""a""#, [#""k""#]), ("date", #""2026-01-31""#, [#""%Y""#]),
    ("strptime", #""2026-01-31""#, [#""%Y-%m-%d""#]), ("add_months", #""2026-01-31""#, ["1"]),
    ("map", "[1]", [". + 1"]), ("select", "[1,2]", [". > 1"]), ("any", "[1]", [". == 1"]),
    ("all", "[1]", [". == 1"]), ("sort_by", "[2,1]", ["."]), ("group_by", "[2,1]", ["."]),
    ("unique_by", "[1,1]", ["."]), ("min_by", "[2,1]", ["."]), ("max_by", "[2,1]", ["."]),
    ("index_by", #"["a"]"#, ["."]), ("map_values", #"{"a":1}"#, [". + 1"]),
    ("pick", #"{"a":1,"b":2}"#, [".a"]), ("del", #"{"a":1,"b":2}"#, [".a"]),
    ("set", #"{"a":1}"#, [".b", "2"]), ("find", "[1]", [#""$[*]""#]), ("default", "null", ["1"]),
  ]

  /// Returns the value of a placeholder.
  ///
  /// - Parameters:
  ///   - placeholder: the placeholder.
  ///   - given: names and their values in JSON; an empty text is no value.
  /// - Returns: the value; nil without one.
  /// - Throws: a problem of the placeholder.
  static func value(of placeholder: String, _ given: [(String, String)]) throws -> Value? {
    var scope = Scope(World.fixed(MemoryFiles.withZones))
    for (name, json) in given {
      scope[name] = Scope.Binding(json.isEmpty ? nil : try Value(json: json))
    }
    let template = try Template(placeholder, at: .nowhere)
    return try #require(try template.sole?.binding(in: scope)).value
  }

  /// Returns the value of a placeholder: text in guillemets, JSON unchanged, bytes in hexadecimal.
  static func result(of placeholder: String, _ given: (String, String)...) throws -> String {
    switch try value(of: placeholder, given) {
    case nil: return "nothing"
    case .text(let text): return "«\(text)»"
    case .json(let json): return json.text
    case .bytes(let bytes): return Hexadecimal.encode(bytes)
    case .file(let file): return file.path
    }
  }

  /// Returns the message of a placeholder that has no value.
  static func message(of placeholder: String, _ given: (String, String)...) -> String {
    do {
      return "no problem: \(String(describing: try value(of: placeholder, given)))"
    } catch let problem as TemplateProblem {
      return text(problem)
    } catch let problems as TemplateProblems {
      return problems.all.map(text).joined(separator: "\n")
    } catch {
      return "\(error)"
    }
  }

  private static func text(_ problem: TemplateProblem) -> String {
    problem.diagnostic.message + (problem.diagnostic.hint.map { "; hint: \($0)" } ?? "")
  }
}
