import TestServers
import Foundation
import Testing

/// Strangers' folders that a command searches.
@Suite("A search of a folder stays in it, and shows no file that is none of apicall's")
struct HostileWalksTests {
  /// A folder, and the commands that search it.
  struct Attack: CustomTestStringConvertible, Sendable {
    var name: String
    /// Makes the folder, in which `.env` holds a private text, as `~/private.yaml` and `~/notes` do.
    var setup: String
    /// The commands, without `apicall`.
    var commands = ["check .", "list .", "fmt --check .", "fmt .", "serve .", "test ."]
    var statuses: [Int32] = [66]
    /// A text of each message.
    var says: String
    var testDescription: String { name }
  }

  private static let outside = "is a symbolic link that leads out of "
  private static let foreign = "does not begin with a field of an endpoint"
  private static let test = "echo 'url: http://a.example/' > u.yaml; "

  private static let links = [
    Attack(
      name: "a link to a private file", setup: "ln -s ~/notes n.yaml", says: "'n.yaml' \(outside)"),
    Attack(
      name: "a relative link", setup: "ln -s ../../home/notes sub/n.yaml",
      says: "'sub/n.yaml' \(outside)"),
    Attack(
      name: "a link to a link", setup: "ln -s ~/notes sub/m; ln -s sub/m n.yaml",
      says: "'n.yaml' \(outside)"),
    Attack(
      name: "a link to an endpoint of the user", setup: "ln -s ~/own.yaml n.yaml",
      says: "'n.yaml' \(outside)"),
    Attack(
      name: "a link below a project", setup: "touch apicall.yaml; ln -s ~/notes sub/n.yaml",
      commands: ["check sub", "list sub", "fmt sub", "serve sub", "test sub"], statuses: [66, 65],
      says: "'sub/n.yaml' \(outside)"),
    Attack(
      name: "a link through a link to a folder", setup: "ln -s ~ up; ln -s up/notes n.yaml",
      says: "'n.yaml' \(outside)"),
    Attack(
      name: "a link in endpoints/", setup: "mkdir endpoints; ln -s ~/notes endpoints/n.yaml",
      commands: ["check", "list", "fmt", "serve"], says: "'endpoints/n.yaml' \(outside)"),
    Attack(
      name: "endpoints/ itself", setup: "ln -s ~ endpoints",
      commands: ["check", "list", "fmt", "serve"], says: "'endpoints' \(outside)"),
    Attack(
      name: "a link to a hidden file of the user", setup: "ln -s .env n.yaml",
      says: "'n.yaml' leads to a name that begins with a dot"),
    Attack(
      name: "a link to apicall's own state",
      setup: "mkdir -p s/apicall; echo \(HostilePlace.precious) > s/apicall/trusted; "
        + "export XDG_STATE_HOME=$PWD/s; ln -s s/apicall/trusted n.yaml",
      says: "'n.yaml' leads to apicall's own files"),
    Attack(
      name: "a folder of recordings", setup: "\(test)ln -s / u.recorded",
      commands: ["check .", "check u.yaml"], says: "'u.recorded' \(outside)"),
    Attack(
      name: "a folder of recordings in a project",
      setup: "touch apicall.yaml; cd sub; \(test)ln -s ~ u.recorded",
      commands: ["check .", "check u.yaml"], says: "'u.recorded' \(outside)"),
    Attack(
      name: "a folder of recordings behind a link",
      setup: "\(test)ln -s ~ sub/up; ln -s sub/up u.recorded", commands: ["check ."],
      says: "'u.recorded' \(outside)"),
  ]

  private static let texts = [
    Attack(
      name: "a file of another program", setup: "cp ~/private.yaml n.yaml",
      commands: ["check .", "fmt .", "serve ."], statuses: [65], says: "'n.yaml' \(foreign)"),
    Attack(
      name: "a text that is not YAML",
      setup: "printf 'machine a password \(HostilePlace.precious)' > n.yaml",
      commands: ["check .", "fmt .", "serve ."], statuses: [65], says: "'n.yaml' \(foreign)"),
    Attack(
      name: "a broken file of another program",
      setup: "printf 'a: \(HostilePlace.precious): [' > n.yaml",
      commands: ["check .", "fmt .", "serve ."], statuses: [65], says: "'n.yaml' \(foreign)"),
    Attack(
      name: "a list of another program", setup: "printf -- '- \(HostilePlace.precious)' > n.yaml",
      commands: ["check .", "fmt .", "serve ."], statuses: [65], says: "'n.yaml' \(foreign)"),
    Attack(
      name: "a test of another program",
      setup: "cp ~/private.yaml n.test.yaml; printf 'key: \(HostilePlace.precious)\nexamples: {}' "
        + "> n.yaml",
      commands: ["test ."], statuses: [65], says: "'n.yaml' \(foreign)"),
    Attack(
      name: "a link that the user names", setup: "ln -s ~/notes n.yaml",
      commands: [
        "run n.yaml", "show n.yaml", "check n.yaml", "fmt n.yaml", "run n.yaml --help",
        "test n.yaml", "serve n.yaml", "list n.yaml", "check ./sub/../n.yaml",
      ],
      statuses: [65], says: "'n.yaml'|not listed because of errors: n.yaml|'./sub/../n.yaml'"),
    Attack(
      name: "a file behind a link to a folder, which the user names", setup: "ln -s ~ up",
      commands: ["run up/private.yaml", "check up", "fmt up", "serve up"], statuses: [65],
      says: "'up/private.yaml' \(foreign)"),
    Attack(
      name: "a private file as the project file",
      setup: "\(test)cp ~/private.yaml n; ln -s n apicall.yaml",
      commands: ["run u.yaml", "check .", "list .", "fmt ."], statuses: [78, 65],
      says: "apicall.yaml is a symbolic link to a file|not listed because of errors"),
    Attack(
      name: "a hidden file as the project file", setup: "\(test)ln -s .env apicall.yaml",
      commands: ["run u.yaml", "check .", "fmt ."], statuses: [78],
      says: "apicall.yaml is a symbolic link to a file"),
    Attack(
      name: "a private file as a base",
      setup: "cp ~/private.yaml n.yaml; echo 'extends: n.yaml' > a.yaml",
      commands: ["run a.yaml", "check a.yaml", "show a.yaml", "test ."], statuses: [65],
      says: "'n.yaml' \(foreign)"),
    Attack(
      name: "a private file as a called file",
      setup: "cp ~/notes n.yaml; echo 'steps: {a: {call: n.yaml}}' > a.yaml",
      commands: ["run a.yaml", "check a.yaml", "show a.yaml"], statuses: [65],
      says: "'n.yaml' \(foreign)"),
    Attack(
      name: "a private file as a needed file",
      setup: "cp ~/private.yaml n.yaml; "
        + "printf 'needs: {a: {call: n.yaml}}\\nurl: http://a.example/\\n' > a.yaml",
      commands: ["run a.yaml", "check a.yaml"], statuses: [65], says: "a.yaml:"),
  ]

  @Test("Nothing outside is read, listed or shown", arguments: links + texts)
  func attack(_ attack: Attack) throws {
    for command in attack.commands {
      let place = try HostilePlace()
      let precious = HostilePlace.precious
      try place.write("machine a.example password \(precious)\n", "home/notes")
      try place.write("apiVersion: v1\npassword: \(precious)\n", "home/private.yaml")
      try place.write("url: http://a.example/\(precious)\n", "home/own.yaml")
      try place.write("\(precious)\n", "project/.env")
      let run = try place.shell("\(attack.setup); exec timeout 20 apicall \(command)")
      #expect(attack.statuses.contains { run.ending == .exit($0) }, "\(command): \(run)")
      let isSaid = attack.says.split(separator: "|").contains { run.error.contains($0) }
      #expect(isSaid, "\(command): \(run)")
      #expect(!run.error.contains(precious) && !run.output.contains(precious), "\(run)")
    }
  }

  @Test("Links that stay in the folder, or lead to --file-root, work")
  func honest() throws {
    let place = try HostilePlace()
    try place.write("url: http://a.example/\n", "project/sub/in.yaml")
    try place.write("url: http://a.example/\n", "home/docs/out.yaml")
    let run = try place.shell(
      """
      ln -s sub/in.yaml a.yaml; ln -s $PWD/a.yaml sub/b.yaml; mkdir r; ln -s r a.recorded
      ln -s ~ home; apicall check .; apicall list . | cut -d' ' -f1
      ln -s ~/docs/out.yaml o.yaml; apicall check . --file-root ~/docs
      touch apicall.yaml; ln -s ../a.yaml sub/c.yaml; apicall check sub
      apicall check home/docs; apicall check o.yaml
      """)
    #expect(
      run
        == CommandRun(
          ending: .exit(0),
          output: """
            3 files: ok
            a.yaml
            sub/b.yaml
            sub/in.yaml
            4 files: ok
            4 files: ok
            2 files: ok
            o.yaml: ok

            """, error: ""))
  }

  @Test("The errors of a file that the user names, or that is nearly right, are shown")
  func errors() throws {
    let place = try HostilePlace()
    try place.write("apiVersion: v1\n", "project/pod.yaml")
    try place.write("ulr: http://a.example/\n", "project/sub/typo.yaml")
    let run = try place.shell("apicall check pod.yaml; exec apicall check sub")
    #expect(run.error.contains("pod.yaml:1:1: error: unknown field 'apiVersion'\n  1 | api"))
    #expect(run.error.contains("sub/typo.yaml:1:1: error: unknown field 'ulr'\n  1 | ulr: "))
  }
}
