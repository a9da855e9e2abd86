@testable import APICallDrafts
import APICallPlugins
import APICallReading
import JSONText
import Testing
import YAMLTree

@Suite("Drafts become files")
struct DraftWriterTests {
  private static func written(
    _ url: DraftText = "https://a.example/x", _ change: (inout RequestDraft) -> Void
  ) throws -> String {
    var draft = RequestDraft(url: url)
    change(&draft)
    let text = try DraftWriter.text(of: draft)
    // A file that is written can be read, and is in its canonical form.
    let source = Source(name: "a.yaml", text: text)
    _ = try EndpointReader(registry: Builtins.registry(adding: [])).read(source)
    #expect(try SpecFormatter.format(source, isProject: false) == text)
    return text
  }

  @Test("Text that could be a placeholder stays text")
  func literals() throws {
    let text = try Self.written { draft in
      draft.query = [
        ("a", "<b>"), ("c", "{{d}} ${e} \\(f)"), ("g", "plain"), ("h", "12"),
        ("i", "true"), ("j", "a: b # c"), ("k", ""), ("l", "two\nlines"),
      ]
    }
    #expect(
      text == """
        url: https://a.example/x
        query:
          a: !raw <b>
          c: !raw "{{d}} ${e} \\\\(f)"
          g: plain
          h: "12"
          i: "true"
          j: "a: b # c"
          k: ""
          l: |-
            two
            lines

        """)
  }

  @Test("Inputs and stored secrets are placeholders beside text that is none")
  func placeholders() throws {
    let text = try Self.written { draft in
      draft.add(.init(name: "token", isSecret: true, variable: "TOKEN", help: "The token."))
      draft.add(.init(name: "token"))
      draft.headers = [
        ("X-A", DraftText([.literal("a <token> "), .input("token"), .literal("<")])),
        ("X-B", DraftText([.secret("key")])), ("Accept", nil),
      ]
    }
    #expect(
      text == """
        url: https://a.example/x
        inputs:
          token:
            env: TOKEN
            secret: true
            help: The token.
        headers:
          X-A: a \\<token> <token>\\<
          X-B: <secret.key>
          Accept: null

        """)
  }

  @Test("Items with one name have a list")
  func lists() throws {
    let text = try Self.written { draft in
      draft.body = .form([("a", "1"), ("b", "2"), ("a", "3")])
    }
    #expect(
      text == """
        url: https://a.example/x
        form:
          a:
            - "1"
            - "3"
          b: "2"

        """)
  }

  @Test("JSON keeps its numbers, its order and its kinds")
  func json() throws {
    let document = try JSONDocument(
      Array(#"{"b": 1.10, "a": [1E400, {"n": null, "t": "<x>"}, []], "e": {}, "s": "7"}"#.utf8))
    let text = try Self.written { draft in
      draft.body = DraftJSON(document.root).map { .json($0) }
    }
    #expect(
      text == """
        url: https://a.example/x
        json:
          b: 1.10
          a:
            - 1E400
            - "n": null
              t: !raw <x>
            - []
          e: {}
          s: "7"

        """)
  }

  @Test(
    "JSON without a map in YAML is not a draft",
    arguments: [#"{"a": 1, "a": 2}"#, #"["\ud800"]"#, #"{"\ud800": 1}"#])
  func unsuited(_ text: String) throws {
    #expect(DraftJSON(try JSONDocument(Array(text.utf8)).root) == nil)
  }

  @Test("A text body escapes only what would be a placeholder")
  func body() throws {
    let text = try Self.written { draft in
      draft.add(.init(name: "id"))
      draft.body = .text(
        DraftText([.literal("<a>\n<id>"), .input("id"), .literal("</a>\n")]), type: "text/xml")
    }
    #expect(
      text == """
        url: https://a.example/x
        inputs:
          id: {}
        text: |
          <a>
          \\<id><id></a>
        type: text/xml
        template:
          - id

        """)
  }

  @Test("Parts, authorisation and comments are written")
  func rest() throws {
    let text = try Self.written { draft in
      draft.comments = ["from somewhere", ""]
      draft.method = "PUT"
      draft.auth = (
        "basic", [("username", "me"), ("password", DraftText([.secret("p")]))]
      )
      draft.body = .multipart([
        .init(name: "a", content: .text("1")),
        .init(name: "f", content: .file("x.png"), fileName: "y.png", type: "image/png"),
        .init(name: "a", content: .text("2")),
      ])
      draft.fields = [("timeout", .scalar("5s"))]
    }
    #expect(
      text == """
        # from somewhere
        #
        url: https://a.example/x
        method: PUT
        multipart:
          a:
            - "1"
            - "2"
          f:
            file: x.png
            type: image/png
            filename: y.png
        timeout: 5s
        auth:
          type: basic
          username: me
          password: <secret.p>

        """)
  }

  @Test("An object with very many keys is read in linear time; a second key at the end is found")
  func manyKeys() throws {
    let members = (0..<60_000).map { "\"key\($0)\":1" }.joined(separator: ",")
    let document = try JSONDocument(Array("{\(members)}".utf8))
    #expect(DraftJSON(document.root) != nil)
    let repeated = try JSONDocument(Array("{\(members),\"key7\":2}".utf8))
    #expect(DraftJSON(repeated.root) == nil)
  }
}
