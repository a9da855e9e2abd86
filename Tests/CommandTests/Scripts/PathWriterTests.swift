import TestServers
import Testing

/// The cells of the table in apicall-requests(7).
@Suite("The writer of a path decides where it leads")
struct PathWriterTests {
  /// A script `sub/main.yaml` in a project, and the command that runs it in the folder `here`.
  struct Case: CustomTestStringConvertible {
    let testDescription: String
    var files: [String: String] = [:]
    /// The script.
    let script: String
    /// The text after `run ../sub/main.yaml`.
    var typed = ""
    /// The body that the server receives, or the path of the file that is saved.
    let result: String

    init(
      _ description: String, _ script: String, files: [String: String] = [:], typed: String = "",
      _ result: String
    ) {
      (testDescription, self.script, self.files) = (description, script, files)
      (self.typed, self.result) = (typed, result)
    }
  }

  private static let call = "{host: $A, method: POST, file: <p>}"
  private static let texts = ["here/x": "of here", "sub/x": "of sub"]

  static let reads: [Case] = [
    Case(
      "the user, for a text", "inputs: {p: {}}\nsteps: {a: {call: \(call)}}\n",
      typed: "p=x", "of here"),
    Case(
      "the user, for a file", "inputs: {p: {type: file}}\nsteps: {a: {call: \(call)}}\n",
      typed: "p=x", "of here"),
    Case(
      "the user, outside the project",
      "inputs: {p: {}}\nsteps: {a: {call: \(call)}}\n", typed: "p=$HOME/x", "of home"),
    Case(
      "the user, in a list",
      "inputs: {l: {type: array}}\nsteps: {a: {each: <l>, call: take.yaml, with: {p: <each>}}}\n",
      typed: "l=x", "of here"),
    Case(
      "the user, in JSON",
      "inputs: {l: {type: array}}\nsteps: {a: {each: <l>, call: take.yaml, with: {p: <each.p>}}}\n",
      typed: #"l:=[{"p":"x"}]"#, "of here"),
    Case(
      "the user, for rows",
      "inputs: {r: {}}\nsteps: {a: {each: {csv: <r>}, call: take.yaml, "
        + "with: {p: <each.p>}}}\n", files: ["here/r.csv": "p\nx\n", "sub/r.csv": "p\ny\n"],
      typed: "r=r.csv", "of here"),
    Case(
      "the user, in a row of a file",
      "inputs: {r: {type: file}}\nsteps: {a: {each: {ndjson: "
        + "<r>}, call: take.yaml, with: {p: <each.p>}}}\n", files: ["data/r": #"{"p":"x"}"#],
      typed: "r=../data/r", "of here"),
    Case(
      "the user, in a row of standard input",
      "steps: {a: {each: {ndjson: '-'}, call: take.yaml, with: {p: <each.p>}}}\n",
      typed: #"<< {"p":"x"}"#, "of here"),
    Case(
      "a variable, for a text",
      "inputs: {p: {env: THE_PATH}}\nsteps: {a: {call: \(call)}}\n",
      typed: "--allow-env THE_PATH", "of here"),
    Case(
      "a variable, for a file",
      "inputs: {p: {type: file, env: THE_PATH}}\nsteps: {a: {call: \(call)}}\n",
      typed: "--allow-env THE_PATH", "of here"),
    Case("a file, in a call", "steps: {a: {call: {host: $A, method: POST, file: x}}}\n", "of sub"),
    Case(
      "a file, in a part",
      "inputs: {p: {}}\nsteps: {a: {call: {host: $A, method: POST, file: ./<p>}}}\n",
      typed: "p=x", "of sub"),
    Case("a file, in a step", "steps: {a: {call: take.yaml, with: {p: x}}}\n", "of sub"),
    Case(
      "a file, in a default",
      "inputs: {p: {type: file, default: x}}\nsteps: {a: {call: \(call)}}\n", "of sub"),
    Case(
      "a file, in a default for a text",
      "inputs: {p: {default: x}}\nsteps: {a: {call: \(call)}}\n", "of sub"),
    Case(
      "a file, in a list", "steps: {a: {each: [x], call: take.yaml, with: {p: <each>}}}\n",
      "of sub"),
    Case(
      "a file, in a row",
      "steps: {a: {each: {csv: ../data/r.csv}, call: take.yaml, with: {p: "
        + "<each.p>}}}\n", files: ["data/r.csv": "p\nx\n"], "of sub"),
    Case(
      "a profile", "inputs: {p: {type: file}}\nsteps: {a: {call: \(call)}}\n",
      files: ["apicall.yaml": "profile: a\nprofiles: {a: {inputs: {p: x}}}\n", "x": "of root"],
      "of root"),
    Case(
      "a server",
      "steps: {n: {call: {host: $A, path: /name}}, a: {call: take.yaml, with: {p: <n.body.p>}}}\n",
      "of sub"),
  ]

  private static func project(_ row: Case) throws -> HostileProject {
    let own = [
      "sub/main.yaml": row.script,
      "sub/take.yaml": "host: $A\nmethod: POST\ninputs: {p: {type: file}}\nfile: <p>\n",
    ]
    let project = try HostileProject(
      texts.merging(row.files) { $1 }.merging(own) { $1 },
      replies: ["A GET /name": HostileReply("200 OK", #"{"p":"x","n":"saved"}"#)])
    try project.write("of home", to: "$HOME/x")
    project.variables = ["THE_PATH": "x"]
    return project
  }

  @Test("A path that is read", arguments: reads)
  func isRead(_ row: Case) throws {
    let project = try Self.project(row)
    let run = try project.run("run ../sub/main.yaml \(row.typed)", in: "here")
    #expect(run.ending == .exit(0), "\(run)")
    #expect(project.takeHeard().last?.request.body == row.result)
  }

  private static func step(savingIn path: String, _ rest: String = "") -> String {
    "\(rest)steps: {a: {call: {host: $A, path: /name}, save: '\(path)'}}\n"
  }

  static let saves: [Case] = [
    Case("the user", step(savingIn: "<p>", "inputs: {p: {}}\n"), typed: "p=saved", "here/saved"),
    Case(
      "the user, elsewhere", step(savingIn: "<p>", "inputs: {p: {}}\n"), typed: "p=../saved",
      "saved"),
    Case(
      "the user, in a list",
      "inputs: {l: {type: array}}\nsteps: {a: {each: <l>, call: {host: $A}, "
        + "save: <each>}}\n", typed: "l=../saved", "saved"),
    Case(
      "the user, in a row",
      "inputs: {r: {type: file}}\nsteps: {a: {each: {csv: <r>}, call: "
        + "{host: $A}, save: <each.p>}}\n", files: ["data/r": "p\n../saved\n"],
      typed: "r=../data/r", "saved"),
    Case(
      "the user, on standard input",
      "steps: {a: {each: {ndjson: '-'}, call: {host: $A}, save: <each>}}\n",
      typed: #"<< "../saved""#, "saved"),
    Case(
      "a variable", step(savingIn: "<p>", "inputs: {p: {env: THE_PATH}}\n"),
      typed: "--allow-env THE_PATH", "here/x"),
    Case("a file", step(savingIn: "saved"), "here/saved"),
    Case("a default", step(savingIn: "<p>", "inputs: {p: {default: saved}}\n"), "here/saved"),
    Case(
      "a row of a file of the script",
      "steps: {a: {each: {csv: r.csv}, call: {host: $A}, "
        + "save: <each.p>}}\n", files: ["sub/r.csv": "p\nsaved\n"], "here/saved"),
    Case(
      "a server",
      "steps: {n: {call: {host: $A, path: /name}}, a: {call: {host: $A}, "
        + "save: <n.body.n>}}\n", "here/saved"),
  ]

  @Test("A path that is saved", arguments: saves)
  func isSaved(_ row: Case) throws {
    let project = try Self.project(row)
    try project.trust(".")
    let run = try project.run("run ../sub/main.yaml \(row.typed)", in: "here")
    #expect(run.ending == .exit(0), "\(run)")
    #expect(project.text("\(row.result)")?.hasPrefix("{") == true)
  }

  @Test(
    "A row of a file that the script names cannot lead elsewhere, and the user's may be missing")
  func refusals() throws {
    let row = try #require(Self.saves.first { $0.testDescription.hasPrefix("a row of") })
    let project = try Self.project(row)
    try project.trust(".")
    try project.write("p\n../saved\n", to: "sub/r.csv")
    let up = try project.run("run ../sub/main.yaml", in: "here")
    #expect(up.ending == .exit(65) && up.error.contains("<each.p> is '../saved', which contains"))
    try project.write("inputs: {p: {}}\nsteps: {a: {call: \(Self.call)}}\n", to: "sub/main.yaml")
    let lost = try project.run("run ../sub/main.yaml p=y", in: "here")
    #expect(lost.ending == .exit(66))
    #expect(
      lost.error.contains("error: file 'y' does not exist\n")
        && lost.error.hasSuffix(
          "  hint: a path that the user gives is relative to the working directory\n"),
      "\(lost.error)")
  }

  /// A script that reads and saves one path, in which `$A` is the server.
  private static let states: [(name: String, script: String, line: String)] = [
    (
      "rows",
      "steps:\n  a: {each: {json: s}, call: {host: $A}}\n  b: {call: {host: $A}, save: s}\n",
      "3"
    ),
    (
      "rows that are saved first",
      "steps:\n  b: {call: {host: $A, path: /list}, save: s}\n  a: {each: {json: s}, call: {host: $A}}\n",
      "2"
    ),
    (
      "a default",
      "inputs: {s: {default: s}}\nsteps:\n  a: {each: {json: <s>}, call: {host: $A}}\n"
        + "  b: {call: {host: $A}, save: <s>}\n", "4"
    ),
    (
      "a body",
      "steps:\n  a: {call: {host: $A, method: POST, file: s}}\n"
        + "  b: {call: {host: $A}, save: ./s}\n", "3"
    ),
    (
      "a value that is not known",
      "steps:\n  a: {call: {host: $A}}\n  b: {call: {host: $A, method: "
        + "POST, file: 's/<a.status>'}}\n  c: {call: {host: $A}, save: 's/<a.status>'}\n", "4"
    ),
    (
      "a step that may not run",
      "steps:\n  a: {call: {host: $A}}\n  b: {if: '<(a.body.x | default(0)) == 1>', each: "
        + "{json: s}, call: {host: $A}}\n  c: {call: {host: $A}, save: s}\n", "4"
    ),
  ]

  @Test("A path that is read and saved is one file", arguments: 0..<6)
  func isOneFile(_ index: Int) throws {
    let state = Self.states[index]
    let project = try HostileProject(
      ["sub/main.yaml": state.script, "sub/s": "[1]", "here/s/x": "x"],
      replies: ["A GET /list": "[1]"])
    try project.trust(".")
    let run = try project.run("run ../sub/main.yaml", in: "here")
    let first = run.error.split(separator: "\n").first.map(String.init) ?? ""
    #expect(run.ending == .exit(65), "\(run)")
    #expect(first.hasPrefix("../sub/main.yaml:\(state.line):"), "\(first)")
    let path = state.name.contains("known") ? "s/<a.status>" : "s"
    let words = "'\(path)' is saved in '\(project.root)/here', but read in '\(project.root)/sub'"
    #expect(first.hasSuffix("error: \(words)"))
    #expect(
      run.error.hasSuffix(
        "  hint: run apicall in '\(project.root)/sub', or give the path by an input on the command "
          + "line\n"))
    #expect(project.takeHeard().isEmpty)
    guard !state.name.contains("known") else { return }
    let there = try project.run("run main.yaml", in: "sub")
    #expect(there.ending == .exit(0), "\(there)")
  }
}
