import TestServers
import Foundation
import Testing

/// Strangers' files that name files to write.
@Suite("A file writes only what the user named")
struct HostileWritesTests {
  /// The target of a script's `save`, with the existing file; `HOME` is replaced by the user's
  /// home.
  struct Attack: CustomTestStringConvertible, Sendable {
    var name: String
    var script: String
    var setup = ":"
    var arguments = ""
    var status: Int32 = 65
    var message: String
    var testDescription: String { name }
  }

  private static let attacks = [
    Attack(
      name: "a default that is absolute",
      script: "inputs: {out: {default: HOME/.bashrc}}\nsteps: {a: {call: CALL, save: <out>}}\n",
      message: "'HOME/.bashrc' is an absolute path"),
    Attack(
      name: "a default that leads up",
      script: "inputs: {out: {default: ../home/new}}\nsteps: {a: {call: CALL, save: <out>}}\n",
      message: "'../home/new' contains '..'"),
    Attack(
      name: "a default with a dot",
      script: "inputs: {out: {default: .envrc}}\nsteps: {a: {call: CALL, save: <out>}}\n",
      message: "'.envrc' starts a name with a dot"),
    Attack(
      name: "a profile's input",
      script: "inputs: {out: {default: x}}\nsteps: {a: {call: CALL, save: <out>}}\n",
      setup: "printf 'profile: a\\nprofiles: {a: {inputs: {out: \"%s/new\"}}}\\n' $HOME "
        + "> apicall.yaml",
      message: "'HOME/new' is an absolute path"),
    Attack(
      name: "an input that is given as nothing, before a slash",
      script: "inputs: {out: {}}\nsteps: {a: {call: CALL, save: <out>HOME/new}}\n",
      arguments: "out=", message: "is an absolute path"),
    Attack(
      name: "an input that is given as a dot, before a name",
      script: "inputs: {out: {}}\nsteps: {a: {call: CALL, save: <out>envrc}}\n",
      arguments: "out=.", message: "'.envrc' starts a name with a dot"),
    Attack(
      name: "a link to a file", script: "steps: {a: {call: CALL, save: out.txt}}\n",
      setup: "ln -s $HOME/.bashrc out.txt", status: 77,
      message: "cannot save to 'out.txt': 'out.txt' is a symbolic link"),
    Attack(
      name: "a link to a folder", script: "steps: {a: {call: CALL, save: logs/new}}\n",
      setup: "ln -s $HOME logs", status: 77,
      message: "cannot save to 'logs/new': 'logs' is a symbolic link"),
    Attack(
      name: "a link to nothing", script: "steps: {a: {call: CALL, save: out.txt}}\n",
      setup: "ln -s $HOME/new out.txt", status: 77,
      message: "cannot save to 'out.txt': 'out.txt' is a symbolic link"),
    Attack(
      name: "a link below a folder that is given",
      script: "inputs: {out: {}}\nsteps: {a: {call: CALL, save: <out>/x}}\n",
      setup: "mkdir here; ln -s $HOME/.bashrc here/x", arguments: "out=here", status: 77,
      message: "cannot save to 'here/x': 'x' is a symbolic link"),
    Attack(
      name: "apicall's own folder, by a folder that is given",
      script: "inputs: {out: {}}\nsteps: {a: {call: CALL, save: <out>/apicall/trusted}}\n",
      setup: "mkdir -p $HOME/.local/state/apicall", arguments: "out=$HOME/.local/state", status: 77,
      message: "apicall keeps its own files there"),
    Attack(
      name: "a plugin's folder", script: "steps: {a: {call: CALL, save: plugins/shout/run}}\n",
      setup: "mkdir -p plugins/shout; export APICALL_PLUGIN_PATH=plugins", status: 77,
      message: "apicall keeps its own files there"),
    Attack(
      name: "the project file of where it is run",
      script: "steps: {a: {call: CALL, save: apicall.yaml}}\n", status: 77,
      message: "'apicall.yaml' would be read by apicall as one of its own files"),
    Attack(
      name: "an endpoint, below a folder that is given",
      script: "inputs: {out: {}}\nsteps: {a: {call: CALL, save: <out>/login.YAML}}\n",
      arguments: "out=sub", status: 77,
      message: "'sub/login.YAML' would be read by apicall as one of its own files"),
    Attack(
      name: "a pipe", script: "steps: {a: {call: CALL, save: pipe}}\n", setup: "mkfifo pipe",
      status: 73, message: "cannot save to 'pipe': it is not a regular file"),
  ]

  @Test("A file that a script names is not written", arguments: attacks)
  func saves(_ attack: Attack) throws {
    let place = try HostilePlace()
    let home = "\(place.folder)/home"
    let script = attack.script.replacing("HOME", with: home)
      .replacing("CALL", with: "{url: '\(place.server.url)/'}")
    try place.write(script, "project/run.yaml")
    let run = try place.shell(
      "\(attack.setup); exec timeout 10 apicall run run.yaml \(attack.arguments)")
    #expect(run.ending == .exit(attack.status), "\(run)")
    #expect(run.error.contains(attack.message.replacing("HOME", with: home)), "\(run.error)")
    #expect(place.text("home/.bashrc") == HostilePlace.precious)
    for path in [
      "home/new", "home/.local/state/apicall/trusted", "project/.envrc", "project/sub/login.YAML",
    ] {
      #expect(place.text(path) == nil, "\(path)")
    }
  }

  @Test(
    "A file that the user typed can be written",
    arguments: [
      ("<out>", "out=$HOME/.new", "home/.new"), ("<out>", "out=.new", "project/.new"),
      ("<out>/x", "out=../home", "home/x"), ("<out>/x", "out=link", "home/x"),
      ("<out>", "out=link/.new", "home/.new"), ("sub/<out>", "out=.new", "project/sub/.new"),
      ("./sub/<out>.txt", "out=.new", "project/sub/.new.txt"),
      ("<out>", "out=to-file", "home/.bashrc"),
    ])
  func free(_ path: String, _ argument: String, _ file: String) throws {
    let place = try HostilePlace()
    try place.write(
      "inputs: {out: {}}\nsteps: {a: {call: {url: '\(place.server.url)/'}, save: '\(path)'}}\n",
      "project/run.yaml")
    let run = try place.shell(
      "ln -s $HOME link; ln -s $HOME/.bashrc to-file; exec apicall run run.yaml \(argument)")
    #expect(run == CommandRun(ending: .exit(0), output: "", error: ""))
    #expect(place.text(file) == "owned")
  }

  @Test(
    "A replaced file is no longer executable",
    arguments: ["run.yaml", "get.yaml --output tool"])
  func modes(_ command: String) throws {
    let place = try HostilePlace()
    try place.write(
      "steps: {a: {call: {url: '\(place.server.url)/'}, save: tool}}\n", "project/run.yaml")
    try place.write("url: '\(place.server.url)/'\n", "project/get.yaml")
    let run = try place.shell(
      "echo exit > tool; chmod 4755 tool; apicall run \(command); stat -c %a tool; cat tool")
    #expect(run.output == "644\nowned", "\(run)")
  }

  @Test("fmt does not write through a link that it finds, but writes through a typed one")
  func format() throws {
    let place = try HostilePlace()
    let loose = "host:   a.example\n"
    try place.write(loose, "project/notes")
    let run = try place.shell("ln -s ../notes sub/x.yaml; exec apicall fmt .")
    #expect(run.ending == .exit(73), "\(run)")
    #expect(run.error.contains("cannot write 'sub/x.yaml': it is a symbolic link"))
    #expect(place.text("project/notes") == loose)
    let typed = try place.shell("exec apicall fmt sub/x.yaml")
    #expect(typed.ending == .exit(0) && place.text("project/notes") != loose)
  }

  @Test("A link that is swapped while a script saves leads nowhere")
  func swapped() throws {
    let place = try HostilePlace()
    try place.write(
      "steps: {a: {each: {range: [1, 300]}, on_error: continue, call: {url: "
        + "'\(place.server.url)/'}, save: 'd/f<index>'}}\n", "project/run.yaml")
    _ = try place.shell("mkdir d")
    try place.swapping("d", with: "../home/docs") {
      for _ in 0..<3 { _ = try place.shell("apicall run run.yaml") }
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(place.folder)/home/docs")
    #expect(names == ["diary.txt"])
  }
}
