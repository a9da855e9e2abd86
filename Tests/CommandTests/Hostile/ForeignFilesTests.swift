import TestServers
import Foundation
import Testing

/// Files that others own or can write to, and error details in a script.
@Suite(
  "Files that others can write to are not trusted",
  .enabled(if: geteuid() == 0, "chown needs root"))
struct ForeignFilesTests {
  private static let plugin = """
    mkdir -p plugins/shout; cd plugins/shout
    echo '{"name": "shout", "exec": "./run", "roles": [{"role": "formatter"}]}' > plugin.json
    printf '#!/bin/sh\\necho RUN\\ncat\\n' > run; chmod 755 run; cd ../..
    export APICALL_PLUGIN_PATH=$PWD/plugins
    echo "url: $URL" > run.yaml

    """

  @Test(
    "No plugin is run from such a folder",
    arguments: [
      ("chmod 777 plugins", "others may write to 'plugins', so the plugin is not run"),
      ("chown 65534 plugins", "'plugins' belongs to another user, so the plugin is not run"),
      ("chown 65534 plugins/shout", "'plugins/shout' belongs to another user"),
      ("chown 65534 plugins/shout/run", "'plugins/shout/run' belongs to another user"),
      ("chmod 775 plugins; chgrp 12345 plugins", "others may write to 'plugins'"),
      ("chown -R 65534 plugins; chmod 1777 plugins", "belongs to another user"),
    ])
  func plugins(_ change: String, _ message: String) throws {
    let place = try HostilePlace()
    let run = try place.shell(
      "\(Self.plugin)\(change); exec apicall run run.yaml --format shout")
    #expect(run.ending == .exit(77), "\(run)")
    #expect(run.error.contains(message) && !run.output.contains("RUN"), "\(run.error)")
  }

  @Test("The user's own plugin is run, in a sticky folder too")
  func ownPlugin() throws {
    let place = try HostilePlace()
    for change in [":", "chmod 1777 plugins", "chmod 775 plugins"] {
      let run = try place.shell(
        "\(Self.plugin)\(change); exec apicall run run.yaml --format shout")
      #expect(run.ending == .exit(0) && run.output.contains("RUN"), "\(change): \(run)")
    }
  }

  @Test(
    "No variable goes to a file that others can put into a trusted folder",
    arguments: [
      "mkdir drop; chmod 777 drop; cp run.yaml drop; chown -R 65534 drop/run.yaml",
      "mkdir drop; chmod 1777 drop; cp run.yaml drop; chown 65534 drop/run.yaml",
      "mkdir drop; chmod 777 drop; cp run.yaml drop",
      "mkdir drop; cp run.yaml drop; chmod 666 drop/*",
      "mkdir drop; cp run.yaml drop; chown 65534 drop",
    ])
  func trusted(_ change: String) throws {
    let place = try HostilePlace()
    try place.write(
      "inputs: {k: {env: KEY}}\nurl: '\(place.server.url)/<k>'\n", "project/run.yaml")
    let run = try place.shell(
      """
      export KEY=\(HostilePlace.precious); apicall trust . >/dev/null; apicall run run.yaml; echo
      \(change); exec apicall run drop/run.yaml
      """)
    #expect(run.ending == .exit(77) && run.output == "owned\n", "\(run)")
    #expect(place.server.takeRequests().count == 1)
  }

  @Test(
    "No such project file decides where requests go",
    arguments: [
      "chown 65534 .", "chgrp 12345 .; chmod 775 .",
      "chgrp 12345 apicall.yaml; chmod 664 apicall.yaml",
    ])
  func projects(_ change: String) throws {
    let place = try HostilePlace()
    let run = try place.shell(
      "touch apicall.yaml; echo \"url: $URL\" > run.yaml; \(change); exec apicall run run.yaml")
    #expect(run.ending == .exit(77), "\(run)")
    #expect(place.server.takeRequests().isEmpty)
  }
}

/// The partial file of a download, and error details in a script.
@Suite("Files that come with a repository")
struct CommittedFilesTests {
  @Test("They are not used as the beginning of a download")
  func part() throws {
    let place = try HostilePlace()
    // A first run, broken off, shows the format of a record.
    let broken = try ScriptedServer { request, connection in
      let range = request.split(separator: "\r\n").first { $0.lowercased().hasPrefix("range:") }
      if range == nil {
        connection.send(
          "HTTP/1.1 200 OK\r\nETag: \"v\"\r\nContent-Length: 10\r\n\r\nhonest".utf8, isLast: true)
      } else {
        connection.send(
          ("HTTP/1.1 206 Partial Content\r\nETag: \"v\"\r\nContent-Range: bytes 6-9/10\r\n"
            + "Content-Length: 4\r\n\r\ntail").utf8, isLast: true)
      }
    }
    try place.write("url: \(broken.url)/\n", "project/get.yaml")
    let first = try place.shell("apicall run get.yaml --output x --continue; ls x*")
    #expect(first.output == "x.part\nx.part.json\n", "\(first)")
    // Another partial file with the same record, as in a clone, is not continued.
    let cloned = try place.shell(
      """
      mkdir c; cp get.yaml c; cd c; printf evil66 > x.part; cp ../x.part.json .
      chmod 600 x.part; apicall run get.yaml --output x --continue; cat x.part x; echo
      cd ..; apicall run get.yaml --output x --continue; cat x
      """)
    #expect(cloned.output == "honest\nhonesttail", "\(cloned)")
  }

  @Test(
    "Scripts cannot find out what is on the machine",
    arguments: [
      (
        "call: up.yaml, with: {f: '<p>/home/.bashrc'}", "65",
        "the file, or a value given for an input, is wrong"
      ),
      (
        "call: up.yaml, with: {f: '<p>/home/none'}", "65",
        "the file, or a value given for an input, is wrong"
      ),
      (
        "call: {url: 'https://a.example/<secret.github>'}", "77",
        "a permission or a secret is missing"
      ),
      ("each: [ok.txt], call: {url: 'URL/'}, save: <each>/x", "73", "the output cannot be created"),
    ])
  func message(_ step: String, _ code: String, _ words: String) throws {
    let place = try HostilePlace()
    try place.write(
      "inputs: {f: {type: file}}\nurl: \(place.server.url)/up\nmethod: POST\nfile: <f>\n",
      "project/up.yaml")
    try place.write("ok", "project/ok.txt")
    try place.write(
      """
      inputs: {p: {default: ../..}}
      steps:
        # What a response decides is not known before.
        first: {call: {url: '\(place.server.url)/first'}}
        a: {if: {value: <first.status>, min: 1}, \(step.replacing("URL", with: place.server.url))}
      on_failure:
        told: {call: {url: '\(place.server.url)/told', method: POST, json: {m: <error.message>, c: <error.code>, s: <error.step>}}}

      """, "project/run.yaml")
    let run = try place.shell("exec apicall run run.yaml --into .")
    let told =
      place.server.takeRequests().map { String(decoding: $0, as: UTF8.self) }
      .first { $0.contains("/told") } ?? "nothing: \(run)"
    let body = told.components(separatedBy: "\r\n\r\n").last
    #expect(body == #"{"m":"\#(words)","c":\#(code),"s":"a"}"#, "\(told) \(run)")
  }
}
