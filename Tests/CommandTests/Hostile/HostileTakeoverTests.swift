import TestServers
import Foundation
import Testing

/// Strangers' files and names from servers that would become files which the user trusts, and paths
/// that Swift splits differently from the system.
@Suite("Untrusted names and files do not become trusted files")
struct HostileTakeoverTests {
  @Test("An untrusted script saves nothing in a trusted folder")
  func trustedFolder() throws {
    let place = try HostilePlace()
    let script = "steps: {a: {call: {url: '\(place.server.url)/'}, save: endpoints/login.yaml}}\n"
    for folder in ["evil", "project/endpoints", "project/plain/endpoints"] {
      try FileManager.default.createDirectory(
        atPath: "\(place.folder)/\(folder)", withIntermediateDirectories: true)
    }
    for path in ["evil/apicall.yaml", "project/apicall.yaml"] { try place.write("", path) }
    try place.write(script, "evil/run.yaml")
    try place.write(script, "project/run.yaml")
    try place.write("host: a.example\n", "project/endpoints/login.yaml")
    let run = try place.shell("apicall trust . && exec apicall run ../evil/run.yaml --into .")
    #expect(run.ending == .exit(77), "\(run)")
    #expect(
      run.error.contains("'./endpoints/login.yaml' is in a trusted folder"), "\(run.error)")
    #expect(place.text("project/endpoints/login.yaml") == "host: a.example\n")
    // The user's own script may, and a stranger's script writes only where the user says.
    let own = try place.shell("exec apicall run run.yaml")
    #expect(own.ending == .exit(0), "\(own)")
    #expect(place.text("project/endpoints/login.yaml") == "owned")
    let plain = try place.shell(
      "mkdir -p ../other/endpoints; cd ../other; exec apicall run ../evil/run.yaml")
    #expect(plain.ending == .exit(77), "\(plain)")
    #expect(place.text("other/endpoints/login.yaml") == nil)
  }

  @Test(
    "A server's value cannot name a file of apicall's, or a hidden file",
    arguments: [
      ("<each>", "apicall.yaml", 8), ("<each>", "x.yaml", 8), ("<each>", "APICALL.YAML", 8),
      ("<each>", "\\u0D4E.yaml", 8), ("<each>", ".bashrc", 8), ("<each>", ".\\u0301bashrc", 8),
      ("<each>", "..\\u0301", 8),
      ("<each>", "sub/.bashrc", 8), ("<each>", "sub/\\u0301x", 8),
      ("sub/<each>", "apicall.yaml", 8), ("sub/<each>", "x.yaml", 8),
      ("sub/<each>", ".\\u0301x", 8), ("<each>.yaml", "apicall", 8),
      ("apic<each>", "all.yaml", 8),
      ("<each>", "x.txt", 0), ("<each>", "x.yaml.txt", 0), ("<each>.yaml", "x", 0),
      ("sub/<each>", "x\\u0301", 0),
    ] as [(String, String, Int32)])
  func names(_ path: String, _ name: String, _ status: Int32) throws {
    let project = try HostileProject(
      [
        "main.yaml": """
        steps:
          a: {call: {host: $A, path: /names}}
          b: {each: <a.body.names>, call: {host: $A, path: /get}, save: "\(path)"}

        """,
        "apicall.yaml": "defaults: {headers: {X-Own: own}}\n", "sub/kept": "",
      ], replies: ["A GET /names": HostileReply("200 OK", #"{"names":["\#(name)"]}"#)])
    try project.trust(".")
    let before = try files(in: project)
    let run = try project.run("run main.yaml")
    #expect(run.ending == .exit(status), "\(run)")
    let after = try files(in: project)
    #expect(after.count == before.count + (status == 0 ? 1 : 0), "\(after)")
    for (path, text) in before { #expect(after[path] == text, "\(path)") }
  }

  @Test(
    "A server's file name cannot create a file of apicall's",
    arguments: [
      "apicall.yaml", "APICALL.yaml", "../apicall.yaml", "sub/apicall.yaml", "zz.yaml", "ZZ.YAML",
      "zz.yaml. ", "\u{0D4E}.yaml",
    ])
  func disposition(_ name: String) throws {
    let project = try HostileProject(
      ["get.yaml": "host: $A\npath: /get.yaml\n", "sub/kept": ""],
      replies: [
        "A GET /get.yaml": HostileReply(
          fields: [
            "Content-Disposition: attachment; filename=\"\(name)\"",
            "Content-Type: application/yaml",
          ], "{\"a\":1}")
      ])
    let run = try project.run("run get.yaml -o sub/")
    #expect(run.ending == .exit(0), "\(run)")
    let names = Set(try files(in: project).keys)
    #expect(names == ["apicall.yaml", "get.yaml", "sub/kept", "sub/index.yml"], "\(names)")
    #expect(try String(contentsOfFile: "\(project.root)/apicall.yaml", encoding: .utf8) == "")
    // A name that the user types is unrestricted.
    #expect(try project.run("run get.yaml -o sub/zz.yaml").ending == .exit(0))
  }

  /// A spec, its setup, and the message.
  struct Attack: CustomTestStringConvertible, Sendable {
    var name: String
    var setup: String
    var command = "apicall run run.yaml"
    var status: Int32 = 65
    var message: String
    var testDescription: String { name }
  }

  /// Bytes of U+0301 and of U+0600, which combine with adjacent characters.
  private static let mark = "$'\\xcc\\x81'"
  private static let prefix = "$'\\xd8\\x80'"

  @Test(
    "A path is bytes, and a link that is a project file stays in its folder",
    arguments: [
      Attack(
        name: "a slash that a format character comes before",
        setup: "d=d\(prefix); mkdir $d; cp ../precious $d/.env; "
          + "printf 'url: %s\\nmethod: POST\\nfile: \"%s/.env\"\\n' $URL $d > run.yaml",
        message: "leads to a name that begins with a dot"),
      Attack(
        name: "a dot that a mark comes after",
        setup: "f=.\(mark)env; cp ../precious $f; "
          + "printf 'url: %s\\nmethod: POST\\nfile: \"%s\"\\n' $URL $f > run.yaml",
        message: "leads to a name that begins with a dot"),
      Attack(
        name: "a spec whose name begins with a mark",
        setup: "mkdir evil mine; touch evil/apicall.yaml mine/apicall.yaml; "
          + "cp ../precious mine/private.txt; printf 'url: %s\\nmethod: POST\\n"
          + "file: mine/private.txt\\n' $URL > evil/\(mark)x.yaml",
        command: "apicall run evil/\(mark)x.yaml", message: "'mine/private.txt'"),
      Attack(
        name: "a link to another folder's project file",
        setup: "mkdir ../mine; printf 'profile: a\\nprofiles: {a: {inputs: {k: %s}}}\\n' "
          + "$(cat ../precious) > ../mine/apicall.yaml; ln -s ../mine/apicall.yaml apicall.yaml; "
          + "printf 'inputs: {k: {}}\\nurl: %s/<k>\\n' $URL > run.yaml",
        status: 77, message: "is a symbolic link that leads outside its folder"),
    ])
  func paths(_ attack: Attack) throws {
    let place = try HostilePlace()
    try place.write(HostilePlace.precious, "precious")
    try place.write("\(attack.setup); exec timeout 10 \(attack.command)\n", "attack.sh")
    let run = try place.shell("exec bash ../attack.sh")
    #expect(run.ending == .exit(attack.status), "\(run)")
    #expect(run.error.contains(attack.message), "\(run.error)")
    #expect(!place.hasLeaked)
  }

  @Test("A link that is a project file within its folder is read")
  func honestLink() throws {
    let place = try HostilePlace()
    let run = try place.shell(
      """
      printf 'profile: a\\nprofiles: {a: {inputs: {k: own}}}\\n' > sub/shared.yaml
      ln -s sub/shared.yaml apicall.yaml
      printf 'inputs: {k: {}}\\nurl: %s/<k>\\n' $URL > run.yaml; exec apicall run run.yaml
      """)
    #expect(run.ending == .exit(0) && run.output == "owned", "\(run)")
    #expect(
      place.server.takeRequests().contains {
        String(decoding: $0, as: UTF8.self).hasPrefix("GET /own ")
      })
  }

  /// The files of a project, by their paths.
  private func files(in project: HostileProject) throws -> [String: Data] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: project.root)
    return paths.reduce(into: [:]) { files, path in
      files[path] = FileManager.default.contents(atPath: "\(project.root)/\(path)")
    }
  }
}
