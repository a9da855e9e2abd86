import APICallBase
import APICallExternal
import GoldenFiles
import PluginPlaces
import Testing

@Suite("Plugins that cannot be run")
struct PluginFolderTests {
  /// What is wrong with the plugin `shout`.
  private static let faults:
    [(name: String, status: Int32, make: @Sendable (PluginPlace) throws -> Void)] = [
      ("no manifest", 78, { try $0.write("a/shout/run", "", mode: 0o755) }),
      ("a folder for a manifest", 78, { try $0.write("a/shout/plugin.json/x", "") }),
      ("a manifest that is wrong", 78, { try $0.add("a/shout", manifest: #"{"name": "shout"}"#) }),
      (
        "a manifest that is too long", 78,
        { try $0.add("a/shout", manifest: String(repeating: " ", count: 65_537)) }
      ),
      (
        "a manifest that anybody may write", 77,
        {
          try $0.add("a/shout")
          try $0.change("a/shout/plugin.json", mode: 0o666)
        }
      ),
      (
        "another name", 78,
        {
          try $0.add(
            "a/shout",
            manifest: #"{"name": "loud", "exec": "./run", "roles": [{"role": "formatter"}]}"#)
        }
      ),
      (
        "another protocol", 7,
        {
          try $0.add(
            "a/shout",
            manifest: #"""
              {"name": "shout", "exec": "./run", "roles": [{"role": "formatter"}], "protocol": [2, 3]}
              """#)
        }
      ),
      (
        "a feature that nobody knows", 7,
        {
          try $0.add(
            "a/shout",
            manifest: #"""
              {"name": "shout", "exec": "./run", "roles": [{"role": "formatter"}],
               "requires_features": ["log", "dance"]}
              """#)
        }
      ),
      ("no program", 78, { try $0.add("a/shout", program: nil) }),
      (
        "a program that is not executable", 78,
        {
          try $0.add("a/shout")
          try $0.change("a/shout/run", mode: 0o644)
        }
      ),
      (
        "a program that anybody may write", 77,
        {
          try $0.add("a/shout")
          try $0.change("a/shout/run", mode: 0o777)
        }
      ),
      (
        "a folder that anybody may write to", 77,
        {
          try $0.add("a/shout")
          try $0.change("a/shout", mode: 0o777)
        }
      ),
      (
        "a program that is a link out of the folder", 77,
        {
          try $0.add("a/shout", program: nil)
          try $0.link("a/shout/run", to: "../elsewhere")
          try $0.write("a/elsewhere", "", mode: 0o755)
        }
      ),
      (
        "a program that is a folder", 78,
        {
          try $0.add("a/shout", program: nil)
          try $0.write("a/shout/run/x", "")
        }
      ),
    ]

  @Test("The error has its reason and its exit status", arguments: faults.map(\.name))
  func fails(_ name: String) throws {
    let fault = try #require(Self.faults.first { $0.name == name })
    let place = try PluginPlace()
    try fault.make(place)
    let failure = #expect(throws: Failure.self) {
      try place.catalog("a").plugin(named: "shout")
    }
    #expect(failure?.status.rawValue == fault.status)
    let text = failure?.diagnostics.map(\.text).joined() ?? ""
    let file = "folders/\(name.replacing(" ", with: "-")).txt"
    try GoldenFile(path: file).check(place.unfill(text))
  }
}
