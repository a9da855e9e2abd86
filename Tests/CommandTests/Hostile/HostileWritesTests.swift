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

  private static let notGiven = "is not a path that you gave, and run.yaml is not trusted"
  private static let foreign = "a step did not save the file that is there"

  private static let attacks =
    [
      Attack(
        name: "a default that is absolute",
        script: "inputs: {out: {default: HOME/.bashrc}}\nsteps: {a: {call: CALL, save: <out>}}\n",
        message: "'HOME/.bashrc', which is an absolute path"),
      Attack(
        name: "a default that leads up",
        script: "inputs: {out: {default: ../home/new}}\nsteps: {a: {call: CALL, save: <out>}}\n",
        message: "'../home/new', which contains '..'"),
      Attack(
        name: "a default with a dot",
        script: "inputs: {out: {default: .envrc}}\nsteps: {a: {call: CALL, save: <out>}}\n",
        message: "'.envrc' starts a name with a dot"),
      Attack(
        name: "a profile's input",
        script: "inputs: {out: {default: x}}\nsteps: {a: {call: CALL, save: <out>}}\n",
        setup: "printf 'profile: a\\nprofiles: {a: {inputs: {out: \"%s/new\"}}}\\n' $HOME "
          + "> apicall.yaml",
        message: "'HOME/new', which is an absolute path"),
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
        setup: "ln -s $HOME/.bashrc out.txt", arguments: "--into .", status: 77,
        message: "cannot save to './out.txt': 'out.txt' is a symbolic link"),
      Attack(
        name: "a link to a folder", script: "steps: {a: {call: CALL, save: logs/new}}\n",
        setup: "ln -s $HOME logs", arguments: "--into .", status: 77,
        message: "cannot save to './logs/new': 'logs' is a symbolic link"),
      Attack(
        name: "a link to nothing", script: "steps: {a: {call: CALL, save: out.txt}}\n",
        setup: "ln -s $HOME/new out.txt", arguments: "--into .", status: 77,
        message: "cannot save to './out.txt': 'out.txt' is a symbolic link"),
      Attack(
        name: "a link below a folder that is given",
        script: "inputs: {out: {}}\nsteps: {a: {call: CALL, save: <out>/x}}\n",
        setup: "mkdir here; ln -s $HOME/.bashrc here/x", arguments: "out=here --into .", status: 77,
        message: "cannot save to './here/x': 'x' is a symbolic link"),
      Attack(
        name: "apicall's own folder, by a folder that is given",
        script: "steps: {a: {call: CALL, save: apicall/trusted}}\n",
        setup: "mkdir -p $HOME/.local/state/apicall", arguments: "--into $HOME/.local/state",
        status: 77,
        message: "apicall keeps its own files there"),
      Attack(
        name: "a plugin's folder", script: "steps: {a: {call: CALL, save: plugins/shout/run}}\n",
        setup: "mkdir -p plugins/shout; export APICALL_PLUGIN_PATH=plugins", arguments: "--into .",
        status: 77,
        message: "apicall keeps its own files there"),
      Attack(
        name: "the project file of where it is run",
        script: "steps: {a: {call: CALL, save: apicall.yaml}}\n", status: 77,
        message: "'apicall.yaml' \(notGiven)"),
      Attack(
        name: "an endpoint, below a folder that is given",
        script: "inputs: {out: {}}\nsteps: {a: {call: CALL, save: <out>/login.YAML}}\n",
        arguments: "out=sub", status: 77,
        message: "'<out>/login.YAML' \(notGiven)"),
      Attack(
        name: "a pipe", script: "steps: {a: {call: CALL, save: pipe}}\n", setup: "mkfifo pipe",
        arguments: "--into .", status: 73,
        message: "cannot save to './pipe': it is not a regular file"),
    ]
    + namesOfTools.map { name in
      Attack(
        name: "a new file that a tool runs: \(name)",
        script: "steps: {a: {call: CALL, save: \(name)}}\n", status: 77,
        message: "'\(name)' \(notGiven)")
    } + [
      Attack(
        name: "a file of the user's",
        script: "steps: {a: {call: CALL, save: Makefile}}\n",
        setup: "echo \(HostilePlace.precious) > Makefile", status: 77,
        message: "'Makefile' \(notGiven)"),
      Attack(
        name: "a file of the user's, in the folder that is given",
        script: "steps: {a: {call: CALL, save: Makefile}}\n",
        setup: "echo \(HostilePlace.precious) > Makefile", arguments: "--into .", status: 77,
        message: "cannot save to './Makefile': \(foreign)"),
      Attack(
        name: "a file of the user's that is typed to be sent",
        script: "inputs: {out: {}}\nsteps: {a: {call: {url: 'URL', method: POST, file: <out>}, "
          + "save: <out>}}\n",
        setup: "echo \(HostilePlace.precious) > Makefile", arguments: "out=Makefile", status: 77,
        message: "cannot save to 'Makefile': \(foreign)"),
      Attack(
        name: "a file of the user's at the end of a link that is typed",
        script: "inputs: {out: {}}\nsteps: {a: {call: CALL, save: <out>}}\n",
        setup: "ln -s $HOME/.bashrc link", arguments: "out=link", status: 77,
        message: "cannot save to 'link': \(foreign)"),
      Attack(
        name: "a typed word, and a name beside it",
        script: "inputs: {out: {}}\nsteps: {a: {call: CALL, save: <out>/Makefile}}\n",
        arguments: "out=sub", status: 77, message: "'<out>/Makefile' \(notGiven)"),
      Attack(
        name: "a typed word, and the end of a name",
        script: "inputs: {out: {}}\nsteps: {a: {call: CALL, save: <out>.py}}\n",
        arguments: "out=conftest", status: 77, message: "'<out>.py' \(notGiven)"),
      Attack(
        name: "a typed word with a filter",
        script: "inputs: {out: {}}\nsteps: {a: {call: CALL, save: '<concat(out, \".py\")>'}}\n",
        arguments: "out=conftest", status: 77, message: notGiven),
      Attack(
        name: "a name from a server",
        script: "steps: {a: {call: CALL}, b: {call: CALL, save: <a.body>}}\n", status: 77,
        message: "'owned' \(notGiven)"),
      Attack(
        name: "a name from a called script",
        script: "steps: {a: {call: called.yaml}}\n",
        setup: "echo \"steps: {a: {call: {url: $URL}, save: conftest.py}}\" > called.yaml",
        status: 77,
        message: "'conftest.py' is not a path that you gave, and called.yaml is not trusted"),
      Attack(
        name: "a folder above the one that is given",
        script: "inputs: {out: {default: ../Makefile}}\nsteps: {a: {call: CALL, save: <out>}}\n",
        arguments: "--into sub", message: "'../Makefile', which contains '..'"),
      Attack(
        name: "a file that was changed since it was saved",
        script: "steps: {a: {call: CALL, save: notes.txt}}\n",
        setup: "apicall run run.yaml --into .; echo \(HostilePlace.precious) >> notes.txt",
        arguments: "--into .", status: 77, message: "cannot save to './notes.txt': \(foreign)"),
      Attack(
        name: "a copy of a saved file that the user made",
        script: "steps: {a: {call: CALL, save: notes.txt}}\n",
        setup: "apicall run run.yaml --into .; cp notes.txt x; rm notes.txt; mv x notes.txt",
        arguments: "--into .", status: 77, message: "cannot save to './notes.txt': \(foreign)"),
    ]

  /// Names of files that tools run by themselves.
  private static let namesOfTools = [
    "Makefile", "conftest.py", "package.json", "build.rs", "sub/setup.py", "run.sh",
    "CMakeLists.txt",
  ]

  @Test("A file that a script names is not written", arguments: attacks)
  func saves(_ attack: Attack) throws {
    let place = try HostilePlace()
    let home = "\(place.folder)/home"
    let script = attack.script.replacing("HOME", with: home)
      .replacing("CALL", with: "{url: '\(place.server.url)/'}")
      .replacing("URL", with: place.server.url)
    try place.write(script, "project/run.yaml")
    let run = try place.shell(
      "\(attack.setup); exec timeout 10 apicall run run.yaml \(attack.arguments)")
    #expect(run.ending == .exit(attack.status), "\(run)")
    #expect(run.error.contains(attack.message.replacing("HOME", with: home)), "\(run.error)")
    #expect(place.text("home/.bashrc") == HostilePlace.precious)
    for path in [
      "home/new", "home/.local/state/apicall/trusted", "project/.envrc", "project/sub/login.YAML",
      "project/conftest.py", "project/sub/Makefile", "project/owned",
    ] {
      #expect(place.text(path) == nil, "\(path)")
    }
    let own = place.text("project/Makefile")
    #expect(own == nil || own == "\(HostilePlace.precious)\n")
  }

  @Test("A stranger's script saves below the folder that the user names, and again")
  func into() throws {
    let place = try HostilePlace()
    try place.write(
      """
      inputs: {out: {default: c}}
      steps:
        a: {call: {url: '\(place.server.url)/'}, save: Makefile}
        b: {call: {url: '\(place.server.url)/'}, save: '<out>.json'}

      """, "project/run.yaml")
    for number in 1...3 {
      let run = try place.shell("mkdir -p sub/new; exec apicall run run.yaml --into sub/new")
      #expect(run == CommandRun(ending: .exit(0), output: "", error: ""), "\(number)")
    }
    #expect(place.text("project/sub/new/Makefile") == "owned")
    #expect(place.text("project/sub/new/c.json") == "owned")
    #expect(place.text("project/Makefile") == nil)
    let lost = try place.shell("exec apicall run run.yaml --into none")
    #expect(
      lost
        == CommandRun(
          ending: .exit(73), output: "",
          error: """
            apicall: --into names 'none', which is not an existing folder
              hint: create it with 'mkdir -p none'; nothing was sent

            """))
    let before = "  a: {call: {url: '\(place.server.url)/'}, save: "
    let plain = try place.shell("exec apicall run run.yaml")
    #expect(
      plain
        == CommandRun(
          ending: .exit(77), output: "",
          error: """
            run.yaml:3:\(before.count + 1): error: 'Makefile' is not a path that you gave, and run.yaml is not trusted
              3 | \(before)Makefile}
                | \(String(repeating: " ", count: before.count))^^^^^^^^
              hint: --into DIR saves below a folder; 'apicall trust .' allows files there to write it

            """), "\(plain.error)")
    // A trusted script saves below the folder, too, and without it where it says.
    let own = try place.shell(
      "apicall trust . > /dev/null; mkdir own; apicall run run.yaml --into own; "
        + "echo all: > Makefile; exec apicall run run.yaml")
    #expect(own == CommandRun(ending: .exit(0), output: "", error: ""))
    #expect(place.text("project/own/Makefile") == "owned")
    #expect(place.text("project/Makefile") == "owned")
  }

  @Test("The folder is not for the response of a call")
  func call() throws {
    let place = try HostilePlace()
    try place.write("url: '\(place.server.url)/'\n", "project/get.yaml")
    #expect(
      try place.shell("exec apicall run get.yaml --into .")
        == CommandRun(
          ending: .exit(64), output: "",
          error: """
            apicall: --into is for the files that a script saves, but get.yaml is a call
              hint: --output saves the response of a call

            """))
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
      "apicall trust . > /dev/null; ln -s $HOME link; ln -s $HOME/.bashrc to-file; "
        + "exec apicall run run.yaml \(argument)")
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
      "apicall trust . > /dev/null; echo exit > tool; chmod 4755 tool; apicall run \(command); stat -c %a tool; cat tool"
    )
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
      for _ in 0..<3 { _ = try place.shell("apicall run run.yaml --into .") }
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: "\(place.folder)/home/docs")
    #expect(names == ["diary.txt"])
  }
}
