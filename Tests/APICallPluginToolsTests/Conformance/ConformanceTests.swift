import APICallBase
import APICallExternal
import APICallPluginKit
import APICallPluginTools
import PluginPlaces
import Testing

@Suite("The conformance checks find plugins that break a rule")
struct ConformanceTests {
  /// A program for sh(1) that breaks at most one rule.
  struct Case: Sendable, CustomTestStringConvertible {
    var rule: ConformanceRule
    var role: String
    var program: String
    /// The expected message; nil for none.
    var says: String?
    var testDescription: String { "\(rule.rawValue), \(says ?? "kept")" }

    init(_ rule: ConformanceRule, _ role: String, _ program: String, says: String?) {
      self.rule = rule
      self.role = role
      self.program = program
      self.says = says
    }
  }

  /// Answers each frame by a case of sh(1); `$id` is its number.
  private static func frames(_ cases: String, greeting: String = good) -> String {
    #"""
    [ "${1-}" = --apicall-plugin ] || { echo usage >&2; exit 64; }
    while IFS= read -r frame; do
      id=$(printf '%s\n' "$frame" | sed -n 's/^{"id":\([0-9]*\).*/\1/p')
      case $frame in *'"bytes":'*) head -c 6 >/dev/null ;; esac
      case $frame in
        '{"hello":{"protocols":[999999]'*)
          echo '{"error":{"code":"protocol_unsupported","message":"no"}}' ;;
        '{"hello":'*) \#(greeting) ;;
        \#(cases)
        '{"cancel":'*) ;;
        *) echo '{"id":'$id',"error":{"code":"not_supported","message":"no"}}' ;;
      esac
    done
    """#
  }

  private static func response(_ headers: String) -> String {
    #"echo '{"id":1,"response":{"status":200,"headers":\#(headers)}}'"#
  }

  private static let end = #"echo '{"id":1,"end":true}'"#

  private static let good = #"echo '{"hello":{"protocol":1}}'"#

  static let cases = [
    Case(.usage, "secret", frames(""), says: nil),
    Case(.usage, "secret", "exit 0", says: "it exited with status 0"),
    Case(.usage, "secret", "exit 64", says: "it prints nothing"),
    Case(.usage, "secret", "echo '{}'; exit 64", says: "it writes {}"),
    Case(.quiet, "secret", "echo '{}'; cat", says: "it writes {}"),
    Case(.quiet, "secret", "exit 0", says: "it exits at once"),
    Case(.quiet, "secret", frames(""), says: nil),
    Case(
      .greeting, "secret", frames("", greeting: #"echo '{"hello":{"protocol":2}}'"#),
      says: "'hello.protocol' is 2, not 1, in"),
    Case(.greeting, "secret", "echo hello", says: "it sends an invalid frame"),
    Case(.greeting, "secret", "exit 3", says: "it sends nothing"),
    Case(
      .versions, "secret", #"read -r hello; echo '{"hello":{"protocol":1}}'"#,
      says: "there is no 'error', in"),
    Case(.unknown, "secret", frames(""), says: nil),
    Case(
      .unknown, "secret", frames(#"'{"id":2'*) exit 0 ;;"#), says: "it sends nothing"),
    Case(
      .unknown, "secret",
      frames(#"*x-unknown*) echo '{"id":1,"error":{"code":"internal","message":"no"}}' ;;"#),
      says: #"'error.code' is "internal", not "not_supported""#),
    Case(.payload, "secret", frames(""), says: nil),
    Case(
      .payload, "secret",
      #"""
      while read -r frame; do
        case $frame in *hello*) echo '{"hello":{"protocol":1}}' ;;
        *) echo '{"id":1,"error":{"code":"not_supported","message":"no"}}' ;; esac
      done
      """#, says: "'id' is 1, not 2"),
    Case(
      .cancel, "secret", frames(#"'{"cancel":'*) exit 1 ;;"#), says: "it sends nothing"),
    Case(
      .cancel, "requester",
      frames(#"*request*) echo '{"id":7,"response":{"status":200,"headers":[]}}' ;;"#),
      says: "'id' is 7, not 1"),
    Case(.end, "secret", frames("") + "\nexit 5", says: "it exited with status 5"),
    Case(.end, "secret", frames("") + "\necho '{}'", says: "it continues after the last line: {}"),
    Case(.end, "secret", frames("") + "\nexec sleep 1000", says: "it was silent for"),
    Case(
      .signature, "auth", frames(#"*auth*) echo '{"id":1,"headers":{"A":"b"}}' ;;"#),
      says: #"'headers' is {"A":"b"}, not"#),
    Case(
      .signature, "auth",
      frames(#"*auth*) echo '{"id":1,"error":{"code":"oops","message":"no"}}' ;;"#),
      says: #"'error.code' is "oops", not "<code>""#),
    Case(
      .signature, "auth", frames(#"*auth*) echo '{"id":1,"query":[["sig","b"]]}' ;;"#), says: nil),
    Case(
      .exchange, "requester",
      frames(#"*end*) echo '{"id":1,"end":true}' ;; *request*) ;; *body*) ;;"#),
      says: "there is no 'response', in"),
    Case(
      .unreachable, "requester",
      frames(
        #"*end*) echo '{"id":1,"error":{"code":"dns","message":"no"}}' ;; *request*) ;;"#),
      says: #"'error.code' is "dns", not "connect""#),
    Case(
      .missing, "secret", frames(#"*get*) echo '{"id":1,"value":"a","origins":[]}' ;;"#),
      says: "there is no 'missing', in"),
    Case(
      .listing, "secret", frames(#"*list*) echo '{"id":1}' ;;"#), says: "there is no 'names', in"),
    Case(
      .listing, "secret", frames(#"*list*) echo '{"id":1,"names":["a"]}' ;;"#),
      says: #"'names[0]' is "a", not {"#),
    Case(
      .keeping, "secret",
      frames(#"*set*) echo '{"id":1,"done":true}' ;; *get*) echo '{"id":2,"missing":true}' ;;"#),
      says: "there is no 'value', in"),
    // What is valid in place of an answer, and what is not.
    Case(
      .cancel, "requester",
      frames(#"'{"cancel":'*) echo '{"id":1,"error":{"code":"cancelled"}}' ;; *request*) ;;"#),
      says: nil),
    Case(
      .cancel, "requester", frames("*request*) \(response("[]")); \(end) ;;"), says: nil),
    Case(
      .cancel, "requester", frames("*request*) \(response("[]")); exit 0 ;;"),
      says: "it sends nothing"),
    Case(
      .exchange, "requester",
      frames("*end*) \(response("[]")); \(end) ;; *request*) ;; *body*) ;;"), says: nil),
    Case(
      .exchange, "requester",
      frames(#"*end*) \#(response(#"[["a"]]"#)); \#(end) ;; *request*) ;; *body*) ;;"#),
      says: "'response.headers[0]' has 1 items, not 2"),
    Case(
      .unreachable, "requester", frames("*end*) \(response("[]")); \(end) ;; *request*) ;;"),
      says: nil),
    Case(
      .signature, "auth", frames(#"*auth*) echo '{"id":1,"query":[["a","b"],["c",1]]}' ;;"#),
      says: #"'query[1][1]' is 1, not "<text>""#),
    Case(
      .missing, "secret", frames(#"*get*) echo '{"id":1,"error":{"code":"internal"}}' ;;"#),
      says: "there is no 'error.message'"),
    Case(
      .listing, "secret",
      frames(#"*list*) echo '{"id":1,"names":[{"name":"a","origins":[1]}]}' ;;"#),
      says: #"'names[0].origins[0]' is 1, not "<text>""#),
    Case(.listing, "secret", frames(#"*list*) echo '{"id":1,"names":[]}' ;;"#), says: nil),
    Case(.keeping, "secret", frames(""), says: nil),
    Case(
      .keeping, "secret",
      frames(#"*set*) echo '{"id":1,"error":{"code":"internal","message":"no"}}' ;;"#),
      says: #"'error.code' is "internal", not "not_supported""#),
    Case(.nothing, "decoder", "exit 1", says: "it exited with status 1, not 0 or 65"),
    Case(.garbage, "decoder", "kill -9 $$", says: "it was ended by signal 9"),
    Case(.garbage, "decoder", "exit 65", says: nil),
    Case(.megabyte, "formatter", "exec sleep 1000", says: "it was silent for"),
    Case(.megabyte, "formatter", "exec tr a-z A-Z", says: nil),
    Case(
      .context, "formatter", #"cat >/dev/null; echo "$APICALL_STATUS""#, says: "it writes '\\n'"),
    Case(.pieces, "formatter", "exec head -c 3", says: nil),
    Case(.pieces, "formatter", "cat >/dev/null; echo $$", says: "with input in pieces of 1"),
    Case(.nothing, "decoder", "echo no", says: "its output is not JSON"),
    Case(.permits, "limiter", "cat", says: nil),
    Case(.permits, "limiter", #"echo '{"permits":17}'"#, says: "it allows 17 requests"),
    Case(.permits, "limiter", "echo 16", says: "its answer has no number 'permits'"),
    Case(.permits, "limiter", "exit 65", says: "it exited with status 65, not 0"),
  ]

  @Test("Each broken rule is found", arguments: cases)
  func rules(_ row: Case) throws {
    let place = try PluginPlace()
    // Short only where the silence is what is found.
    let limit = row.says?.contains("silent") == true ? 5000 : 180_000
    try place.add(
      "a/try",
      manifest: #"""
        {"name": "try", "exec": "./run", "roles": [{"role": "\#(row.role)"}], "timeout_ms": \#(limit)}
        """#, program: nil)
    try place.write("a/try/run", "#!/bin/sh\n\(row.program)\n", mode: 0o755)
    let plugin = try #require(try place.catalog("a").plugin(named: "try"))
    let role = try #require(plugin.manifest.roles.first)
    #expect(row.rule.roles.contains(role.kind))
    let conformance = Conformance(
      of: plugin, [], writes: true, variable: { $0 == "PATH" ? "/usr/bin:/bin" : nil })
    let problem = conformance.problem(row.rule, of: role)
    if let says = row.says {
      let message = problem?.message ?? "nothing"
      #expect(message.contains("fails '\(row.rule.rawValue)': \(says)"), "\(message)")
    } else {
      #expect(problem == nil, "\(problem?.message ?? "")")
    }
  }

  @Test("Every rule except that of transcripts is broken by one of these")
  func allRules() {
    let broken = Set(Self.cases.filter { $0.says != nil }.map(\.rule))
    #expect(broken == Set(ConformanceRule.allCases).subtracting([.values]))
  }
}
