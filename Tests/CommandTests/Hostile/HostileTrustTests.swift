import TestServers
import Foundation
import Testing

/// Variables that trusted files read, names that lead elsewhere, and messages at the limits of
/// trust.
@Suite("Trust does not extend to other files")
struct HostileTrustTests {
  /// The setup of a project without files, and the result.
  struct Row: CustomTestStringConvertible, Sendable {
    var name: String
    var setup: String
    var status: Int32 = 77
    /// Texts that standard error contains.
    var says: [String] = []
    /// Texts that it does not contain.
    var hides: [String] = []
    var requests = 0
    var testDescription: String { name }
  }

  /// `mine` is the user's own and trusted: its `run.yaml` passes a variable to the `other.yaml`
  /// beside it.
  private static let start = """
    export KEY=\(HostilePlace.precious); mkdir ../mine
    printf 'inputs: {v: {}}\\nurl: %s/other\\nquery: {v: <v>}\\n' $URL > ../mine/other.yaml
    echo 'inputs: {v: {env: KEY}}
    steps: {a: {call: other.yaml, with: {v: <v>}}}' > ../mine/run.yaml
    apicall trust ../mine > /dev/null

    """
  private static let untrusted = ["an environment variable to other.yaml"]

  private static let handing = [
    Row(name: "the user's own", setup: "cd ../mine; apicall run run.yaml", status: 0, requests: 1),
    Row(
      name: "a link in a repository",
      setup: "cp ../mine/other.yaml .; ln -s ../mine/run.yaml run.yaml; apicall run run.yaml",
      says: ["'apicall trust .'"]),
    Row(
      name: "a link beside the rows of a trusted script",
      setup: "printf 'inputs: {v: {env: KEY}}\\nsteps: {a: {each: {csv: rows.csv}, call: "
        + "{url: <each.url>, query: {v: <v>}}}}\\n' > ../mine/rows.yaml; "
        + "printf 'url\\n%s/\\n' $URL > rows.csv; ln -s ../mine/rows.yaml .; apicall run rows.yaml",
      says: ["'apicall trust .'"]),
    Row(
      name: "a link in a sticky folder",
      setup: "cd ../mine; mkdir s; chmod 1777 s; cp other.yaml s; ln -s ../run.yaml s/; "
        + "apicall run s/run.yaml",
      says: ["others may write to 's': 'chmod go-w s'"]),
    Row(
      name: "a called file", setup: "cd ../mine; chmod 666 other.yaml; apicall run run.yaml",
      says: untrusted + ["others may write to 'other.yaml': 'chmod go-w other.yaml'"]),
    Row(
      name: "a called file in a mocked run",
      setup: "cd ../mine; chmod 666 other.yaml; apicall run run.yaml --mock $URL", status: 0,
      requests: 1),
    Row(
      name: "a called file that --file-root lets in",
      setup: "cd ../mine; mv other.yaml ../project; sed -i s,other.yaml,../project/other.yaml, "
        + "run.yaml; apicall run run.yaml --file-root ../project",
      says: ["project/other.yaml, which is not trusted", "/project'"]),
    Row(
      name: "what the user allowed by its name",
      setup: "cd ../mine; chmod 666 other.yaml; apicall run run.yaml --allow-env KEY", status: 0,
      requests: 1),
    Row(
      name: "a needed file",
      setup: "cd ../mine; chmod 666 other.yaml; printf 'inputs: {v: {env: KEY}}\\nneeds: "
        + "{n: {call: other.yaml, with: {v: <v>}}}\\nurl: %s\\n' $URL > need.yaml; "
        + "apicall run need.yaml",
      says: untrusted),
    Row(
      name: "what an inline call extends",
      setup: "cd ../mine; chmod 666 other.yaml; echo 'inputs: {v: {env: KEY}}\nsteps: {a: {call: "
        + "{extends: other.yaml, query: {w: <v>}}}}' > in.yaml; apicall run in.yaml",
      says: ["an environment variable to other.yaml"]),
    Row(
      name: "a value of a called script, which only the call shows",
      setup: "cd ../mine; chmod 666 other.yaml; printf 'inputs: {v: {env: KEY}}\\noutputs: "
        + "{o: <v>}\\nsteps: {a: {call: {url: %s/first}}}\\n' $URL > tell.yaml; "
        + "echo 'steps: {t: {call: tell.yaml}, a: {call: other.yaml, with: {v: <t.o>}}}' "
        + "> two.yaml; apicall run two.yaml",
      says: untrusted, requests: 1),
    Row(
      name: "what a step writes over a called file",
      setup: "cd ../mine; chmod 666 other.yaml; echo 'inputs: {v: {env: KEY}}\nsteps: {a: "
        + "{call: other.yaml, with: {v: x}, auth: {type: bearer, token: <v>}}}' > over.yaml; "
        + "apicall run over.yaml",
      says: untrusted),
  ]

  @Test("Variables go to trusted files only", arguments: handing)
  func variables(_ row: Row) throws { try check(row) }

  private static let hints = [
    Row(
      name: "others may write to a file",
      setup: "cd ../mine; chmod 666 run.yaml; apicall run run.yaml",
      says: ["others may write to 'run.yaml': 'chmod go-w run.yaml'", "--allow-env KEY"],
      hides: ["apicall trust"]),
    Row(
      name: "others may write to a folder between",
      setup: "cd ../mine; mkdir in; cp *.yaml in; chmod 777 in; apicall run in/run.yaml",
      says: ["others may write to 'in'"], hides: ["apicall trust"]),
    Row(
      name: "nobody can tell what is trusted",
      setup: "cd ../mine; chmod 666 ~/.local/state/apicall/trusted; apicall run run.yaml",
      says: ["no folder is trusted: other users can change '", "/trusted'"],
      hides: ["apicall trust"]),
    Row(
      name: "others may write to the folder of that",
      setup: "cd ../mine; chmod 777 ~/.local/state/apicall; apicall run run.yaml",
      says: ["others may write to '", "/state/apicall', so", "chmod go-w"],
      hides: ["remove it", "apicall trust"]),
    Row(
      name: "netrc",
      setup: "cd ../mine; printf 'url: %s\\nauth: netrc\\n' $URL > net.yaml; "
        + "chmod 666 net.yaml; apicall run net.yaml",
      says: ["chmod go-w net.yaml", "--netrc"], hides: ["apicall trust"]),
    Row(
      name: "a folder between is open, and one below it trusted",
      setup: "cd ../mine; mkdir -p open/own; cp *.yaml open/own; apicall trust open/own; "
        + "chmod 777 open; apicall run open/own/run.yaml", status: 0, requests: 1),
    Row(
      name: "a folder of the path that a user gave",
      setup: "echo 'inputs: {d: {}}\nsteps: {a: {call: {url: \"http://127.0.0.1:9\"}, save: <d>}}' "
        + "> run.yaml; mkdir zz; apicall run run.yaml d=zz/",
      status: 65, says: ["'zz/' does not name a file", "name of the file"], hides: ["only an input"]
    ),
    Row(
      name: "a project file",
      setup: "touch apicall.yaml; chmod 666 apicall.yaml; "
        + "echo \"url: $URL\" > run.yaml; apicall run run.yaml",
      says: ["others may write to 'apicall.yaml'", "chmod go-w apicall.yaml"]),
    Row(
      name: "a folder whose name a shell would take apart",
      setup: "mkdir 'x;touch y'; cp ../mine/*.yaml 'x;touch y'; apicall run 'x;touch y/run.yaml'",
      says: ["'apicall trust x\\;touch\\ y' lets"]),
    Row(
      name: "a folder whose name is like an option",
      setup: "mkdir ./-d; cp ../mine/*.yaml ./-d; apicall run ./-d/run.yaml",
      says: ["'apicall trust ./-d' lets"]),
    Row(
      name: "a folder that is like an option, and is then trusted",
      setup: "mkdir ./-d; cp ../mine/*.yaml ./-d; apicall trust ./-d > /dev/null; "
        + "apicall run ./-d/run.yaml", status: 0, requests: 1),
    Row(
      name: "an open folder that is not trusted",
      setup: "chmod 777 .; cp ../mine/*.yaml .; apicall run run.yaml",
      says: ["'chmod -R go-w .' and then 'apicall trust .' lets"]),
    Row(
      name: "an open folder with open files, after that",
      setup: "cp ../mine/*.yaml .; chmod -R a+w .; chmod -R go-w .; apicall trust . > /dev/null; "
        + "apicall run run.yaml", status: 0, requests: 1),
    Row(
      name: "an open folder, which is told to trust",
      setup: "chmod 777 .; apicall trust .",
      says: ["'.' cannot be trusted: others may write to '.'", "'chmod go-w .' removes"]),
    Row(
      name: "a folder that all share",
      setup: "chmod 1777 .; cp ../mine/*.yaml .; apicall run run.yaml",
      says: ["others may write to '.': in a folder of your own, 'apicall trust' lets"]),
    Row(
      name: "a project's folder",
      setup: "touch apicall.yaml; chmod 777 .; "
        + "echo \"url: $URL\" > run.yaml; apicall run run.yaml",
      says: ["/project', so apicall.yaml is not used", "/project' removes that permission"]),
  ]

  @Test("A hint helps", arguments: hints)
  func hint(_ row: Row) throws { try check(row) }

  private static let ofOthers = [
    Row(
      name: "a called file", setup: "cd ../mine; chown 65534 other.yaml; apicall run run.yaml",
      says: untrusted + ["'other.yaml' belongs to another user"]),
    Row(
      name: "the folder of the netrc file",
      setup: "cd ../mine; mkdir n; touch n/rc; chmod 600 n/rc; "
        + "chown 65534 n; printf 'url: %s\\nauth: netrc\\n' $URL > net.yaml; "
        + "NETRC=$PWD/n/rc apicall run net.yaml",
      says: ["mine/n' belongs to another user"], hides: ["may write", "chmod"]),
    Row(
      name: "a folder that is not trusted",
      setup: "cp ../mine/*.yaml .; chown 65534 .; apicall run run.yaml",
      says: ["'.' belongs to another user: in a folder of your own, 'apicall trust' lets"]),
    Row(
      name: "the file that is run", setup: "cd ../mine; chown 65534 run.yaml; apicall run run.yaml",
      says: ["'run.yaml' belongs to another user"], hides: ["apicall trust"]),
  ]

  @Test(
    "The message names a file of another user", .enabled(if: geteuid() == 0, "chown needs root"),
    arguments: ofOthers)
  func foreign(_ row: Row) throws { try check(row) }

  /// `noh.yaml` is the user's own, outside the project, and contains a private text.
  private static let names =
    "mkdir endpoints ../else; printf 'profile: p\\nprofiles: {p: {host: %s}}"
    + "\\n' $URL > apicall.yaml; printf 'path: /x\\nquery: {k: \(HostilePlace.precious)}\\n' "
    + "> ../else/noh.yaml; ln -s ../../else/noh.yaml endpoints/link.yaml; "
    + "ln -s ../../else endpoints/up; cp ../else/noh.yaml .; sed -i s/T0P/x/ noh.yaml; "
    + "ln -s ../noh.yaml endpoints/fine.yaml; mkdir .h; cp noh.yaml .h; "
    + "ln -s ../.h/noh.yaml endpoints/hidden.yaml; "

  @Test(
    "A name does not lead to a file outside the project",
    arguments: [
      ("link", 77), ("up/noh", 77), ("hidden", 77), ("fine", 0), ("endpoints/fine.yaml", 0),
    ] as [(String, Int32)])
  func name(_ name: String, _ status: Int32) throws {
    let place = try HostilePlace()
    let run = try place.shell("\(Self.names) exec apicall run \(name)")
    #expect(run.ending == .exit(status), "\(run)")
    #expect(status == 0 || run.error.contains("'\(name)' leads outside the project"), "\(run)")
    #expect(!place.hasLeaked)
    let list = try place.shell("apicall list")
    #expect(list.output.hasPrefix("fine  GET  /x\n"), "\(list)")
  }

  private func check(_ row: Row) throws {
    let place = try HostilePlace()
    try place.write("\(Self.start)\(row.setup)\n", "attack.sh")
    let run = try place.shell("exec bash ../attack.sh")
    #expect(run.ending == .exit(row.status), "\(run)")
    for text in row.says { #expect(run.error.contains(text), "\(run.error)") }
    for text in row.hides { #expect(!run.error.contains(text), "\(run.error)") }
    let requests = place.server.takeRequests()
    #expect(requests.count == row.requests, "\(requests)")
    guard row.status != 0 else { return }
    #expect(
      !requests.contains {
        String(decoding: $0, as: UTF8.self).contains(HostilePlace.precious)
      })
  }
}
