import TestServers
import Foundation
import Testing

/// Plugins after the end of apicall, and limits on the size of files.
@Suite("No plugin outlives apicall, and no limit kills it")
struct HostileProcessTests {
  /// A plugin that does not end by itself.
  struct Plugin: CustomTestStringConvertible, Sendable {
    var testDescription: String
    /// Its program in bash(1); each of its processes adds its number to `$HOME/pids`.
    var script: String
    var role = #"{"role": "formatter"}"#
    var command = "run call.yaml --format odd"
    /// The number of its processes.
    var count = 1
    /// The signal that ends apicall.
    var signal = "KILL"
  }

  private static let note = "echo $BASHPID >> ~/pids"
  private static let plugins = [
    Plugin(testDescription: "a loop", script: "\(note); while :; do :; done"),
    Plugin(
      testDescription: "a child in a loop",
      script: "(\(note); while :; do :; done) & \(note); wait",
      count: 2),
    Plugin(
      testDescription: "one that ignores signals",
      script: "trap '' TERM HUP INT PIPE IO; \(note); while :; do :; done"),
    Plugin(
      testDescription: "another program in its place",
      script: "\(note); exec sleep 600"),
    Plugin(
      testDescription: "one that has closed its input", script: "exec <&-; \(note); sleep 600"),
    Plugin(
      testDescription: "a decoder",
      script: "\(note); while :; do :; done",
      role: #"{"role": "decoder"}"#,
      command: "run call.yaml --decode odd"),
    Plugin(
      testDescription: "a requester",
      script: "\(note); while :; do :; done",
      role: #"{"role": "requester"}"#,
      command: "run call.yaml --requester odd"),
    Plugin(
      testDescription: "a loop, after a signal that ends apicall with a core file",
      script: "\(note); while :; do :; done", signal: "ABRT"),
  ]

  /// Makes the plugin of a place.
  private func install(_ script: String, _ role: String, in place: HostilePlace) throws {
    _ = try place.shell("mkdir -p plugins/odd")
    try place.write("#!/bin/bash\n\(script)\n", "project/plugins/odd/odd")
    try place.write(
      #"{"name": "odd", "exec": "./odd", "roles": [\#(role)]}"#, "project/plugins/odd/plugin.json")
    try place.write("url: \(place.server.url)/\n", "project/call.yaml")
    _ = try place.shell("chmod +x plugins/odd/odd")
  }

  @Test("A plugin ends with apicall, however that ends", arguments: plugins)
  func ends(_ plugin: Plugin) throws {
    let place = try HostilePlace { _, _ in HostilePlace.text("[1]") }
    try install(plugin.script, plugin.role, in: place)
    let run = try place.shell(
      """
      export APICALL_PLUGIN_PATH=$PWD/plugins; ulimit -c 0
      touch ~/pids; apicall \(plugin.command) >/dev/null 2>&1 & run=$!
      for i in {1..600}; do [ $(wc -l < ~/pids) = \(plugin.count) ] && break; sleep 0.05; done
      kill -\(plugin.signal) $run; wait $run 2>/dev/null
      alive() { for pid in $(cat ~/pids); do
        case $(cut -d' ' -f3 /proc/$pid/stat 2>/dev/null) in ""|Z) ;; *) echo $pid ;; esac; done; }
      for i in {1..200}; do [ -z "$(alive)" ] && break; sleep 0.05; done
      wc -l < ~/pids; alive; kill -KILL $(alive) 2>/dev/null
      """)
    #expect(run.output == "\(plugin.count)\n", "\(run)")
  }

  @Test("A plugin has limits on its memory and its core file, and none of apicall's signals")
  func limits() throws {
    let place = try HostilePlace { _, _ in HostilePlace.text("[1]") }
    try install(
      // SIGPIPE is 13, and SIGXFSZ 25.
      "cat >/dev/null; ulimit -d; ulimit -c; ignored=0x$(sed -n 's/SigIgn:.//p' /proc/self/status)\n"
        + "echo $((ignored & (1 << 12 | 1 << 24)))",
      #"{"role": "formatter"}"#, in: place)
    let run = try place.shell(
      "export APICALL_PLUGIN_PATH=$PWD/plugins; ulimit -c unlimited; "
        + "exec apicall run call.yaml --format odd")
    #expect(run.output == "2097152\n0\n0\n", "\(run)")
    let lower = try place.shell(
      "export APICALL_PLUGIN_PATH=$PWD/plugins; ulimit -d 1000000; "
        + "exec apicall run call.yaml --format odd")
    #expect(lower.output.hasPrefix("1000000\n"), "\(lower)")
  }

  // MARK: The size of files

  /// A command that cannot write its file.
  struct Write: CustomTestStringConvertible, Sendable {
    var command: String
    var status: Int32
    /// The message after the path of the file.
    var file: String
    /// The limit on the size of files, in units of 1024 bytes.
    var limit = 0
    var testDescription: String { command }
  }

  private static let writes = [
    Write(
      command: "secrets allow key --origin http://b.example", status: 73,
      file: "~/.local/share/apicall/secrets.json"),
    Write(
      command: "secrets remove key", status: 73, file: "~/.local/share/apicall/secrets.json"),
    Write(
      command: "secrets set other - --origin http://b.example <<< x", status: 73,
      file: "~/.local/share/apicall/secrets.json"),
    Write(command: "trust sub", status: 73, file: "~/.local/state/apicall/trusted"),
    Write(command: "trust --remove .", status: 73, file: "~/.local/state/apicall/trusted"),
    Write(command: "fmt loose.yaml", status: 73, file: "loose.yaml", limit: 1),
    Write(command: "run call.yaml --output saved", status: 74, file: "saved", limit: 1),
    Write(command: "run save.yaml", status: 74, file: "saved", limit: 1),
    Write(command: "run call.yaml --record recorded", status: 73, file: "recorded", limit: 1),
    Write(command: "run call.yaml --report json=report", status: 74, file: "report"),
  ]

  @Test("A file that may not grow is a message, and the old file stays", arguments: writes)
  func sizes(_ write: Write) throws {
    let place = try HostilePlace { _, _ in
      HostilePlace.text(String(repeating: "x", count: 5000))
    }
    try place.write("url: \(place.server.url)/\n", "project/call.yaml")
    try place.write(
      "steps: {a: {call: call.yaml, save: saved}}\n", "project/save.yaml")
    try place.write(
      "url:    \(place.server.url)/\nsummary: \(String(repeating: "y", count: 2000))\n",
      "project/loose.yaml")
    let run = try place.shell(
      """
      { apicall secrets set key - --origin http://a.example <<< v; apicall trust .; apicall trust ~/docs
        echo old > saved; echo old > report; apicall run call.yaml --record recorded; } >/dev/null 2>&1
      sums() { find . ~ -type f ! -name '*.lock' | sort | xargs -d '\\n' sha256sum; }
      sums > ../before; (ulimit -f \(write.limit); apicall \(write.command) 2>&1 >/dev/null
        echo $?) 2>&1 | sed "s|$HOME|~|"
      sums | diff ../before -
      """)
    let lines = run.output.split(separator: "\n")
    #expect(lines.first?.contains(write.file) == true, "\(run)")
    #expect(lines.first?.contains("file too large") == true, "\(run)")
    // Nothing has changed, and nothing is left over.
    #expect(lines.last == "\(write.status)", "\(run)")
  }
}
