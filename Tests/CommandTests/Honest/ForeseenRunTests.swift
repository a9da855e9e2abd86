import Testing

@Suite("What a run knows before its first request")
struct ForeseenRunTests {
  /// A project, the command line that runs it, and how that ends.
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    let files: [String: String]
    var typed = "run main.yaml"
    var ending = 0
    /// The first line on standard error.
    var message = ""
    /// The number of requests.
    var requests = 0
  }

  private static let reply = HostileReply(
    "200 OK", #"{"n":3,"items":[],"yes":true,"token":"t0ken-of-the-server"}"#)

  private static func project(_ files: [String: String]) throws -> HostileProject {
    let project = try HostileProject(files)
    project.answer { _, _ in reply }
    try project.trust(".")
    return project
  }

  private static func script(_ steps: String...) -> String {
    "steps:\n" + steps.map { "  \($0)\n" }.joined()
  }

  private static let first = "first: {call: {host: $A, path: /first}}"

  static let refused: [Case] = [
    Case(
      testDescription: "a number in place of a list",
      files: ["main.yaml": script(first, "b: {each: <first.status>, call: {host: $A, path: /b}}")],
      ending: 65, message: "main.yaml:3:13: error: 'each' needs a list, but this is a number"),
    Case(
      testDescription: "a number in place of a condition",
      files: ["main.yaml": script(first, "b: {if: <first.status>, call: {host: $A, path: /b}}")],
      ending: 65,
      message: "main.yaml:3:11: error: <first.status> has to be true or false, but is a number"),
    Case(
      testDescription: "bytes in a text, whatever the value",
      files: [
        "main.yaml": script(
          "first: {call: {host: $A, path: /first, outputs: {token: $.token}}}",
          "b: {call: b.yaml, with: {key: <first.token>}}"),
        "b.yaml": "host: $A\npath: /b\ninputs: {key: {}}\nquery: {sum: <key | sha256>}\n",
      ], ending: 65,
      message:
        "b.yaml:4:14: error: the value of <key | sha256> is bytes, which cannot be part of a text"),
    Case(
      testDescription: "credentials that cannot be sent",
      files: [
        "main.yaml": "inputs: {user: {default: 'a:b'}, password: {default: p}}\n"
          + script(
            first,
            "b: {call: {auth: {type: basic, username: <user>, password: <password>}, host: $A}}")
      ], ending: 65,
      message: "main.yaml:4:44: error: the auth user name contains a colon"),
    Case(
      testDescription: "placeholders in a file",
      files: [
        "main.yaml": "inputs: {name: {default: joe}}\n"
          + script(first, "b: {call: {host: $A, file: b.txt, template: [name]}}"),
        "b.txt": "number <name | number>\n",
      ], ending: 65,
      message: "b.txt:1:16: error: the filter 'number' takes a JSON number, not 'joe'"),
    Case(
      testDescription: "a method that the project does not allow",
      files: [
        "apicall.yaml": "guard: {$A: [GET]}\n",
        "main.yaml": script(first, "b: {call: {host: $A, method: DELETE}}"),
      ], ending: 77,
      message:
        "apicall.yaml:1:9: error: DELETE to $A is not allowed: apicall.yaml allows only GET"),
    Case(
      testDescription: "a requester without its option",
      files: ["main.yaml": script(first, "b: {call: {host: $A, requester: failing}}")],
      ending: 64, message: "apicall: the requester 'failing' needs --fail"),
    Case(
      testDescription: "the format of the printed step",
      files: ["main.yaml": script(first, "b: {call: {host: $A, format: shell}}")], ending: 64,
      message: "apicall: shell assigns the outputs that --print names, but none are named"),
    Case(
      testDescription: "a file that an input names",
      files: [
        "main.yaml": "inputs: {rows: {default: none.csv}}\n"
          + script(first, "b: {each: {csv: <rows>}, call: {host: $A}}")
      ], ending: 65, message: "main.yaml:4:19: error: file 'none.csv' does not exist"),
    Case(
      testDescription: "a folder in place of a file",
      files: [
        "main.yaml": script(first, "b: {each: {json: data}, call: {host: $A}}"),
        "data/none.json": "[]\n",
      ], ending: 66, message: "apicall: cannot read 'data': it is a folder"),
    Case(
      testDescription: "the last of many elements",
      files: [
        "main.yaml": script(
          "b: {each: [\(String(repeating: "1, ", count: 500))99], call: b.yaml, with: {n: <each>}}"),
        "b.yaml": "host: $A\ninputs: {n: {type: integer, max: 50}}\nquery: {n: <n>}\n",
      ], ending: 65, message: "main.yaml:2:1540: error: the input 'n' takes at most 50, not '99'"),
    Case(
      testDescription: "a secret in a host",
      files: [
        "main.yaml": "inputs: {key: {secret: true}}\nlet: {name: <key>}\n"
          + script(first, "b: {call: {url: 'http://<name>.example/'}}")
      ], typed: "run main.yaml key=s3cretvalue", ending: 65,
      message: "main.yaml:5:27: error: the value of <name> is a secret, which cannot be used in a"
        + " host or a method"),
    Case(
      testDescription: "a secret as a method",
      files: [
        "main.yaml": "inputs: {key: {secret: true}}\n"
          + script(first, "b: {call: b.yaml, with: {verb: <key>}}"),
        "b.yaml": "host: $A\ninputs: {verb: {}}\nmethod: <verb>\n",
      ], typed: "run main.yaml key=s3cretvalue", ending: 65,
      message: "b.yaml:3:9: error: the value of <verb> is a secret, which cannot be used in a host"
        + " or a method"),
  ]

  @Test("It refuses what can never work", arguments: refused)
  func refusal(_ row: Case) throws {
    let project = try Self.project(row.files)
    let run = try project.run(row.typed)
    let message = run.error.split(separator: "\n").first.map(String.init) ?? ""
    #expect(message == project.names.fill(row.message), "\(run)")
    #expect(run.ending == .exit(Int32(row.ending)), "\(run)")
    #expect(project.takeHeard().isEmpty)
  }

  static let accepted: [Case] = [
    Case(
      testDescription: "the number of the first page is that of a response",
      files: [
        "main.yaml": script(
          "first: {call: {host: $A, path: /first, outputs: {n: $.n}}}",
          "b: {call: {host: $A, query: {page: <first.n>}, "
            + "paginate: {page: query.page, items: $.items}}}")
      ], requests: 2),
    Case(
      testDescription: "a response decides about a login that stores its token",
      files: [
        "main.yaml": script(
          first, "login: {if: <first.body.yes>, call: login.yaml}",
          "b: {call: {host: $A, auth: {type: bearer, token: <secret.shop>}}}"),
        "login.yaml":
          "host: $A\noutputs: {token: {from: $.token, secret: true, store: shop}}\n",
      ], requests: 3),
    Case(
      testDescription: "a response decides about a step that saves a file",
      files: [
        "main.yaml": script(
          first, "save: {if: <first.body.yes>, call: {host: $A}, save: got.json}",
          "b: {call: {host: $A, file: got.json}}")
      ], requests: 3),
    Case(
      testDescription: "the rows are in a file that a step saves",
      files: [
        "main.yaml": script(
          "save: {call: {host: $A, select: '$.items'}, save: rows.json}",
          "b: {each: {json: rows.json}, call: {host: $A}}")
      ], requests: 1),
    Case(
      testDescription: "a file is saved by one of many iterations",
      files: [
        "main.yaml": script(
          "save: {each: {range: [1, 5]}, call: {host: $A}, save: got-<each>.json}",
          "b: {call: {host: $A, file: got-3.json}}")
      ], requests: 6),
    Case(
      testDescription: "a step names a file for an input",
      files: [
        "main.yaml": script("b: {call: b.yaml, with: {photo: photo.txt}}"),
        "b.yaml": "host: $A\ninputs: {photo: {type: file}}\nfile: <photo>\n",
        "photo.txt": "a photo\n",
      ], requests: 1),
    Case(
      testDescription: "a file stores a secret that the next one uses and stores again",
      files: [
        "main.yaml": "host: $A\noutputs: {token: {from: $.token, secret: true, store: shop}}\n",
        "again.yaml":
          "host: $A\nauth: {type: bearer, token: <secret.shop>}\n"
          + "outputs: {token: {from: $.token, secret: true, store: shop}}\n",
      ], typed: "run main.yaml again.yaml", requests: 2),
  ]

  @Test("It accepts what may work", arguments: accepted)
  func acceptance(_ row: Case) throws {
    let project = try Self.project(row.files)
    let check = try project.run("check main.yaml")
    #expect(check.ending == .exit(0), "\(check)")
    let run = try project.run(row.typed)
    #expect(run.ending == .exit(0), "\(run)")
    #expect(project.takeHeard().count == row.requests)
  }

  static let checked: [Case] = [
    Case(
      testDescription: "the number of a page is an input",
      files: [
        "main.yaml": "host: $A\ninputs: {page: {type: integer, default: 1}}\n"
          + "query: {page: <page>}\npaginate: {page: query.page, items: $.items}\n"
      ]),
    Case(
      testDescription: "a file is expected",
      files: [
        "main.yaml": "host: $A\ninputs: {wanted: {type: file}}\nexpect: {body: {$.n: <wanted>}}\n"
      ]),
    Case(
      testDescription: "a need has no outputs, but an input",
      files: [
        "main.yaml": "host: $A\ninputs: {password: {secret: true}}\n"
          + "needs: {login: {call: login.yaml, with: {password: <password>}}}\n",
        "login.yaml": "host: $A\ninputs: {password: {secret: true}}\njson: {p: <password>}\n",
      ]),
    Case(
      testDescription: "a let is of lists that double",
      files: [
        "main.yaml": "host: $A\nlet:\n  l0: text\n"
          + (1...60).map { "  l\($0): [<l\($0 - 1)>, <l\($0 - 1)>]\n" }.joined()
          + "json: <l60>\n"
      ]),
  ]

  @Test("A check accepts it at once, without a warning", arguments: checked)
  func check(_ row: Case) throws {
    let project = try Self.project(row.files)
    let run = try project.run("check main.yaml << not JSON")
    #expect(run.ending == .exit(0), "\(run)")
    #expect(run.error.isEmpty, "\(run)")
  }

  @Test("A check reports every value of a type that cannot be used")
  func types() throws {
    let project = try Self.project([
      "main.yaml": """
      host: $A
      inputs: {a: {}, n: {type: integer}, b: {type: boolean}, k: {type: file}, t: {type: array}}
      query: {x: <a | sha256>, y: <a | first>, z: <a | upper | first>}
      json: {a: <k | json>, b: <a | hmac_sha256(t) | hex>, c: <b | number>, d: <n | bool>, e: <a.x>}

      """
    ])
    let run = try project.run("check main.yaml")
    let messages = run.error.split(separator: "\n").filter { $0.hasPrefix("main.yaml") }
    #expect(
      messages == [
        "main.yaml:3:12: error: the value of <a | sha256> is bytes, which cannot be part of a text",
        "main.yaml:3:34: error: the filter 'first' takes a list, not text",
        "main.yaml:3:58: error: the filter 'first' takes a list, not text",
        "main.yaml:4:16: error: the filter 'json' takes text, numbers, lists and maps, not a file",
        "main.yaml:4:43: error: the filter 'hmac_sha256' takes text or bytes, not a list",
        "main.yaml:4:62: error: the filter 'number' takes a JSON number, not true or false",
        "main.yaml:4:79: error: the filter 'bool' takes true or false, not a number",
        "main.yaml:4:89: error: there is no 'x' in the value of 'a', which is text",
      ], "\(run)")
  }
}
