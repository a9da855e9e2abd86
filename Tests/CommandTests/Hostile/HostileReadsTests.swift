import TestServers
import Foundation
import Testing

/// Strangers' files that name files to read and send.
@Suite("A file reads only what the user named")
struct HostileReadsTests {
  struct Attack: CustomTestStringConvertible, Sendable {
    var name: String
    /// The spec without its destination; `URL` is replaced by the server's.
    var spec: String
    var setup = ":"
    var command = "apicall run run.yaml"
    var status: Int32 = 65
    var message: String
    var testDescription: String { name }
  }

  private static let to = "url: URL\nmethod: POST\n"
  private static let hidden = "leads to a name that begins with a dot"
  private static let beside = "is not in the folder of the file that names it"

  private static let attacks = [
    Attack(name: "a hidden file", spec: to + "file: .env\n", message: "'.env' \(hidden)"),
    Attack(
      name: "a file in a hidden folder", spec: to + "file: .aws/key\n",
      message: "'.aws/key' \(hidden)"),
    Attack(
      name: "a link to a hidden file", spec: to + "file: photo.png\n",
      setup: "ln -s .env photo.png",
      message: "'photo.png' \(hidden)"),
    Attack(
      name: "a hidden part", spec: to + "multipart: {a: {file: sub/../.env}}\n",
      message: "'sub/../.env' \(hidden)"),
    Attack(
      name: "a hidden default",
      spec: "inputs: {f: {type: file, default: .env}}\n" + to + "file: <f>\n",
      message: "'.env' \(hidden)"),
    Attack(
      name: "a hidden file of a profile", spec: "inputs: {f: {type: file}}\n" + to + "file: <f>\n",
      setup: "printf 'profile: a\\nprofiles: {a: {inputs: {f: .env}}}\\n' > apicall.yaml",
      message: "'.env' \(hidden)"),
    Attack(
      name: "a hidden query", spec: "url: URL\ngraphql: {query: {file: .env}}\n",
      message: "'.env' \(hidden)"),
    Attack(name: "a hidden base", spec: "extends: .base.yaml\n", message: "'.base.yaml' \(hidden)"),
    Attack(
      name: "a hidden call", spec: "steps: {a: {call: .base.yaml}}\n",
      message: "'.base.yaml' \(hidden)"),
    Attack(
      name: "hidden rows",
      spec: "steps: {a: {each: {csv: .env}, call: {url: 'URL/<each.a>'}}}\n",
      message: "'.env' \(hidden)"),
    Attack(
      name: "a hidden file that a step gives",
      spec: "inputs: {p: {default: .env}}\nsteps: {a: {call: up.yaml, with: {f: <p>}}}\n",
      setup:
        "printf 'inputs: {f: {type: file}}\\nurl: %s\\nmethod: POST\\nfile: <f>\\n' $URL > up.yaml",
      message: "'.env' \(hidden)"),
    Attack(
      name: "a key beside a spec at home", spec: to + "file: .ssh/id_rsa\n",
      setup: "cd; mv -f ~-/run.yaml .",
      message: "'.ssh/id_rsa' \(hidden)"),
    Attack(
      name: "a folder beside a spec at home", spec: to + "file: docs/diary.txt\n",
      setup: "cd; mv -f ~-/run.yaml .", message: "'docs/diary.txt' \(beside)"),
    Attack(
      name: "a folder of a project at home", spec: to + "file: ../docs/diary.txt\n",
      setup: "cd; touch apicall.yaml; mkdir a; mv -f ~-/run.yaml a; cd a",
      message: "'../docs/diary.txt' \(beside)"),
    Attack(
      name: "a folder at the owner's home, whatever HOME is", spec: to + "file: docs/diary.txt\n",
      setup: "cd; mv -f ~-/run.yaml .; unset HOME; eval $(getent passwd root | "
        + "awk -F: -v q=$PWD '{print \"OWN=\" $6}'); [ $(id -u) = 0 ] && mount --bind $PWD $OWN && cd $OWN",
      command: "apicall run run.yaml", message: "'docs/diary.txt' \(beside)"),
    Attack(
      name: "apicall's own state", spec: to + "file: state/apicall/trusted\n",
      setup: "mkdir -p state/apicall; echo \(HostilePlace.precious) > state/apicall/trusted; "
        + "export XDG_STATE_HOME=$PWD/state",
      message: "'state/apicall/trusted' leads to apicall's own files"),
    Attack(
      name: "a plugin's folder", spec: to + "file: plugins/kept/x\n",
      setup: "mkdir -p plugins/kept; echo \(HostilePlace.precious) > plugins/kept/x; "
        + "export APICALL_PLUGIN_PATH=plugins",
      message: "'plugins/kept/x' leads to apicall's own files"),
    Attack(
      name: "stored secrets", spec: to + "file: data/apicall/secrets.json\n",
      setup: "mkdir -p data/apicall; echo \(HostilePlace.precious) > data/apicall/secrets.json; "
        + "export XDG_DATA_HOME=$PWD/data",
      message: "'data/apicall/secrets.json' leads to apicall's own files"),
  ]

  @Test("A private file that a spec names is not read", arguments: attacks)
  func reads(_ attack: Attack) throws {
    let place = try HostilePlace()
    try place.write(
      attack.spec.replacing("URL", with: place.server.url), "project/run.yaml")
    let precious = HostilePlace.precious
    // A private mount, so that a home can be replaced by another.
    let prefix = attack.setup.contains("mount ") ? "unshare -m " : ""
    try place.write(
      """
      echo 'a\n\(precious)' > .env; mkdir .aws; echo \(precious) > .aws/key
      echo 'url: "\(place.server.url)/\(precious)"' > .base.yaml
      \(attack.setup); exec timeout 10 \(attack.command)
      """, "attack.sh")
    let run = try place.shell("exec \(prefix)bash ../attack.sh")
    #expect(run.ending == .exit(attack.status), "\(run)")
    #expect(run.error.contains(attack.message), "\(run.error)")
    #expect(!place.hasLeaked)
  }

  @Test("A pipe does not block")
  func pipes() throws {
    let place = try HostilePlace()
    try place.write("steps: {a: {call: pipe.yaml}}\n", "project/run.yaml")
    let run = try place.shell("mkfifo pipe.yaml; exec timeout 5 apicall run run.yaml")
    #expect(run.ending == .exit(65), "\(run)")
    #expect(run.error.contains("cannot read 'pipe.yaml': it is not a regular file"), "\(run)")
  }

  @Test("A file that the user typed can be read")
  func free() throws {
    let place = try HostilePlace()
    let spec = "inputs: {f: {type: file}}\nurl: \(place.server.url)\nmethod: POST\nfile: <f>\n"
    try place.write(spec, "project/run.yaml")
    for path in ["$HOME/.ssh/id_rsa", "link", "../home/docs/diary.txt"] {
      let run = try place.shell("ln -sf $HOME/.bashrc link; exec apicall run run.yaml f=\(path)")
      #expect(run.ending == .exit(0) && place.hasLeaked, "\(run)")
    }
    let piped = try place.shell("exec apicall run <(echo 'url: \(place.server.url)/piped')")
    #expect(piped.ending == .exit(0) && piped.output == "owned", "\(piped)")
  }

  @Test("Links within a project are followed, and those out of it are not, wherever they lead")
  func links() throws {
    let place = try HostilePlace()
    try place.write(
      "url: \(place.server.url)\nmethod: POST\nfile: photo\n", "project/run.yaml")
    let run = try place.shell(
      """
      echo inner > sub/inner; mkdir links
      ln -s sub/inner photo; apicall run run.yaml; echo $?
      ln -sfn $PWD/sub/inner photo; apicall run run.yaml; echo $?
      for end in $HOME/.bashrc $HOME/.nothing $HOME/docs/none/none $HOME/docs; do
        ln -sfn $end photo; apicall run run.yaml; echo $?
      done 2>&1 | sed 's/ out of [^,]*//'
      ln -sfn $HOME sub/up
      for file in docs/diary.txt docs/diary.tx nothing/at/all; do
        echo "url: $URL\nfile: sub/up/$file" | sed 's/.n/\\n/' >/dev/null
        printf 'url: %s\\nfile: sub/up/%s\\n' $URL $file > run.yaml; apicall run run.yaml; echo $?
      done 2>&1 | sed 's/ out of [^,]*//; s/up[^ ]*/UP'"'"'/; s/\\^*//'
      """)
    let refused = { (path: String) in
      "'\(path)' is a symbolic link that leads, or to nothing"
    }
    let lines = run.output.split(separator: "\n").filter {
      $0.contains("error: ") || Int($0.suffix(2)) != nil || Int($0.suffix(1)) != nil
    }
    #expect(lines.prefix(2) == ["owned0", "owned0"], "\(run)")
    let errors = lines.filter { $0.contains("error: ") }.map { $0.split(separator: "error: ")[1] }
    #expect(errors.count == 7 && Set(errors.prefix(4)) == [refused("photo")[...]], "\(errors)")
    #expect(Set(errors.suffix(3)) == [refused("sub/UP")[...]], "\(errors)")
    let sent = place.server.takeRequests().map { String(decoding: $0, as: UTF8.self) }
    #expect(sent.count == 2 && sent.allSatisfy { $0.hasSuffix("inner\n") })
  }

  @Test("A link that is swapped after the check is not read")
  func swapped() throws {
    let place = try HostilePlace()
    try place.write(
      "steps: {a: {each: {range: [1, 2000]}, on_error: continue, call: up.yaml}}\n",
      "project/run.yaml")
    try place.write(
      "url: \(place.server.url)\nmethod: POST\nfile: d/f\n", "project/up.yaml")
    _ = try place.shell(
      "mkdir d ../outside; echo harmless!! > d/f; echo \(HostilePlace.precious) > ../outside/f; touch -r d/f ../outside/f"
    )
    var sent: [String] = []
    try place.swapping("d", with: "../outside") {
      // A run that finds the link at its beginning sends nothing.
      for _ in 0..<40 where !sent.contains(where: { $0.contains("harmless") }) {
        _ = try place.shell("apicall run run.yaml")
        sent += place.server.takeRequests().map { String(decoding: $0, as: UTF8.self) }
      }
    }
    #expect(sent.contains { $0.contains("harmless") })
    #expect(!sent.contains { $0.contains(HostilePlace.precious) })
  }
}
