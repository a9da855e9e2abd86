import APICallPluginKit

/// The conversations that check plugins with frames, as transcripts.
///
/// They have the format of apicall-plugin(5), with additions for responses that depend on the
/// plugin:
/// - `<? FRAME`: a response with these members must match this one, and is the last;
/// - `<* FRAME`: any number of responses with these members must match this one;
/// - `"<text>"`, `"<number>"` and `"<code>"` stand for any string, whole number and error code;
/// - `"<more>"` at the end of a list stands for any number of items like the one before it;
/// - `"name?"` is an optional member.
///
/// ``FrameConformance`` replaces `@HELLO@`, `@HOST@` and the like.
enum RuleTranscript {
  /// The transcript of a rule; nil for a rule that is checked in another way.
  static func text(of rule: ConformanceRule, for role: PluginRole) -> String? {
    switch rule {
    case .greeting, .end: greeting
    case .versions:
      #"""
      > {"hello":{"protocols":[999999],@HELLO@}}
      < {"error":{"code":"protocol_unsupported"}}
      """#
    case .unknown: greeting + unknown(1) + unknown(2)
    case .payload: greeting + unknown(1, ">+ bytes\\n") + unknown(2, ">+ bytes\\n")
    case .cancel:
      greeting
        + (role.kind == .requester
          ? cancelled : unknown(1) + "> {\"cancel\":1}\n" + unknown(2))
    case .signature: greeting + signature(role.needs)
    case .exchange: greeting + exchange
    case .unreachable: greeting + unreachable
    case .missing: greeting + missing
    case .listing: greeting + listing
    case .keeping: greeting + keeping
    case .usage, .quiet, .nothing, .garbage, .megabyte, .context, .pieces, .values, .permits: nil
    }
  }

  private static let greeting = #"""
    > {"hello":{"protocols":[@PROTOCOL@],@HELLO@}}
    < {"hello":{"protocol":@PROTOCOL@}}

    """#

  private static func unknown(_ id: Int, _ bytes: String = "#") -> String {
    #"""
    > {"id":\#(id),"x-unknown":{"a":null}}
    \#(bytes)
    < {"id":\#(id),"error":{"code":"not_supported"}}

    """#
  }

  // MARK: Requesters

  private static func request(_ method: String, _ target: String, _ fields: String) -> String {
    #"""
    > {"id":1,"request":{"method":"\#(method)","url":"http://@HOST@\#(target)","headers":[["Host","@HOST@"]\#(fields)],"has_body":\#(method == "POST"),"timeouts_ms":{"connect":5000,"idle":5000,"total":null}}}

    """#
  }

  private static let length = #",["Content-Length","5"]"#

  /// The body is not complete, so that only an early response is possible.
  private static let cancelled =
    request("POST", "/", length) + #"""
      > {"cancel":1}
      <* {"id":1,"interim":{}}
      <? {"id":1,"error":{}}
      <* {"id":1,"response":{}}
      <* {"id":1,"body":true}
      <? {"id":1,"error":{}}
      < {"id":1,"end":true}
      """#

  private static let response = #"""
    <* {"id":1,"interim":{}}
    < {"id":1,"response":{"status":"<number>","headers?":[["<text>","<text>"],"<more>"]}}
    <* {"id":1,"body":true}
    < {"id":1,"end":true}
    """#

  private static let exchange =
    request("POST", "/conformance?a=1", length) + #"""
      > {"id":1,"body":true}
      >+ hel
      > {"id":1,"body":true}
      >+ lo
      > {"id":1,"end":true}

      """# + response

  private static let unreachable =
    request("GET", "/", "") + #"""
      > {"id":1,"end":true}
      <? {"id":1,"error":{"code":"connect"}}

      """# + response

  // MARK: Auth

  /// An error instead of the expected response, such as that of a locked store.
  private static let error = #"""
    <? {"id":1,"error":{"code":"<code>","message":"<text>"}}

    """#

  private static func signature(_ needs: [PluginRole.Need]) -> String {
    var more = needs.contains(.headers) ? #","headers":[["Host","a.example"]]"# : ""
    if needs.contains(.bodyDigest) {
      // The digest of "hello".
      more +=
        #","body_sha256":"2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824""#
    }
    let body = #"""
      > {"id":1,"body":true}
      >+ hello
      > {"id":1,"end":true}
      """#
    return #"""
      > {"id":1,"auth":{"method":"POST","url":"https://a.example/p?q=1","attempt":1,"challenges":[],"has_body":true\#(more)}}
      \#(needs.contains(.body) ? body : "#")
      \#(error)< {"id":1,"headers?":[["<text>","<text>"],"<more>"],"query?":[["<text>","<text>"],"<more>"]}
      """#
  }

  // MARK: Secrets

  private static let missing =
    #"""
    > {"id":1,"secret":{"op":"get","name":"apicall-conformance-scratch"}}

    """# + error + #"< {"id":1,"missing":true}"#

  private static let listing =
    #"""
    > {"id":1,"secret":{"op":"list"}}

    """# + error
    + #"< {"id":1,"names":[{"name":"<text>","origins":["<text>","<more>"]},"<more>"]}"#

  /// A store that other programs manage does not store any secret.
  private static let keeping = #"""
    > {"id":1,"secret":{"op":"set","name":"apicall-conformance-scratch","value":"a \"b\"\n","origins":["https://conformance.invalid"]}}
    <? {"id":1,"error":{"code":"not_supported"}}
    < {"id":1,"done":true}
    > {"id":2,"secret":{"op":"get","name":"apicall-conformance-scratch"}}
    < {"id":2,"value":"a \"b\"\n","origins":["https://conformance.invalid"]}
    > {"id":3,"secret":{"op":"remove","name":"apicall-conformance-scratch"}}
    < {"id":3,"done":true}
    > {"id":4,"secret":{"op":"get","name":"apicall-conformance-scratch"}}
    < {"id":4,"missing":true}
    """#
}
