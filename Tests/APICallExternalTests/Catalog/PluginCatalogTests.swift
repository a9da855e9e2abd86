import APICallBase
import APICallExternal
import APICallHTTP
import APICallPluginKit
import APICallSystem
import PluginPlaces
import Testing

@Suite("Plugins are found by name")
struct PluginCatalogTests {
  private let place: PluginPlace

  init() throws { place = try PluginPlace() }

  @Test("The first folder with a plugin of that name wins, even if the plugin is broken")
  func firstRoot() throws {
    try place.add("a/shout")
    try place.add("b/shout", role: #"{"role": "decoder"}"#)
    try place.add("b/other")
    let catalog = place.catalog("a", "b")
    #expect(try catalog.plugin(named: "shout")?.folder == "\(place.path)/a/shout")
    #expect(try catalog.plugin(named: "other")?.program == "\(place.path)/b/other/run")
    #expect(try catalog.plugin(named: "none") == nil)
    #expect(catalog.all().map(\.isShadowed) == [false, false, true])
    // A shadowed plugin has no roles either.
    #expect(try catalog.provider(of: .decoder, named: "shout") == nil)
    try place.write("a/shout/plugin.json", "{}")
    #expect(throws: Failure.self) { try catalog.plugin(named: "shout") }
    #expect(throws: Failure.self) { try catalog.provider(of: .formatter, named: "shout") }
  }

  @Test("Of plugins with the same name in a folder, the one whose folder has that name wins")
  func sharedNames() throws {
    let both = #"{"role": "formatter", "names": ["loud", "soft"]}"#
    try place.add("a/beta", role: both)
    try place.add("a/alpha", role: both)
    try place.add("a/loud")
    let catalog = place.catalog("a")
    #expect(try catalog.provider(of: .formatter, named: "loud")?.plugin.name == "loud")
    #expect(try catalog.provider(of: .formatter, named: "soft")?.plugin.name == "alpha")
    #expect(catalog.names(of: .formatter) == ["loud", "soft"])
    #expect(catalog.names(of: .auth) == [])
  }

  @Test("A broken plugin affects only calls that use it")
  func passedOver() throws {
    try place.add("a/alpha", manifest: "{")
    try place.add(
      "a/beta", role: #"{"role": "formatter", "names": ["loud"], "layout": "?"}"#)
    try place.add("a/gamma", role: #"{"role": "formatter", "names": ["soft"]}"#)
    try place.write("a/README", "")
    let catalog = place.catalog("a")
    #expect(try catalog.provider(of: .formatter, named: "soft")?.plugin.name == "gamma")
    // By its name, whatever its role; and by the roles that can still be read.
    #expect(throws: Failure.self) { try catalog.provider(of: .secret, named: "alpha") }
    #expect(throws: Failure.self) { try catalog.provider(of: .formatter, named: "loud") }
    #expect(try catalog.provider(of: .decoder, named: "beta") == nil)
    #expect(catalog.all().map { $0.plugin == nil } == [true, true, false])
  }

  @Test("A decoder is found by the media types that it accepts")
  func mediaTypes() throws {
    try place.add(
      "a/broken", role: #"{"role": "decoder", "accepts": ["*/*"], "x": 1, "layout": 1}"#)
    try place.add("a/xml", role: #"{"role": "decoder", "accepts": ["text/xml", "*/*+xml"]}"#)
    let catalog = place.catalog("a")
    for (type, isRead) in [
      ("text/xml; charset=utf-8", true), ("application/rss+xml", true), ("text/html", false),
    ] {
      let found = try catalog.decoder(for: #require(MediaType(type)))
      #expect(found?.plugin.name == (isRead ? "xml" : nil), "\(type)")
    }
  }

  @Test("A link to a folder is a plugin, and the target of its program must be in the folder")
  func links() throws {
    try place.add("elsewhere/shout")
    try place.write("a/.keep", "")
    try place.link("a/shout", to: "../elsewhere/shout")
    let plugin = try place.catalog("a").plugin(named: "shout")
    #expect(plugin?.folder == "\(place.path)/elsewhere/shout")
    try place.add("a/inner", program: "real")
    try place.link("a/inner/run", to: "real")
    #expect(
      try place.catalog("a").plugin(named: "inner")?.program == "\(place.path)/a/inner/real")
  }

  @Test(
    "Invalid names are not searched for",
    arguments: ["", ".", "..", "a/b", "../shout", "Shout", "-x", String(repeating: "a", count: 33)])
  func strangeNames(_ name: String) throws {
    try place.add("a/shout")
    let catalog = place.catalog("a")
    #expect(try catalog.plugin(named: name) == nil)
    #expect(try catalog.provider(of: .formatter, named: name) == nil)
  }
}

@Suite("The folders that are searched for plugins")
struct PluginRootsTests {
  @Test(
    "They come from the environment",
    arguments: [
      ("home", ["HOME": "/h"], ["/h/.local/share/apicall/plugins"], true),
      ("data home", ["HOME": "/h", "XDG_DATA_HOME": "/d"], ["/d/apicall/plugins"], true),
      ("a relative data home", ["XDG_DATA_HOME": "d"], [], true),
      ("a path", ["HOME": "/h", "APICALL_PLUGIN_PATH": "/x::y/../z"], ["/x", "/w/z"], false),
      ("an empty path", ["HOME": "/h", "APICALL_PLUGIN_PATH": ""], [], false),
    ] as [(String, [String: String], [String], Bool)])
  func roots(
    _ row: (name: String, variables: [String: String], folders: [String], hasMachine: Bool)
  ) {
    let roots = PluginRoots(workingDirectory: "/w", program: nil) { row.variables[$0] }
    #expect(roots.folders == row.folders + (row.hasMachine ? PluginRoots.ofMachine : []))
  }

  @Test(
    "One of them is installed together with the program",
    arguments: [
      ("/home/u/tools/bin", ["/home/u/tools/lib/apicall/plugins"]), ("/usr/local/bin", []),
      ("/home/u/build/release", []),
    ] as [(String, [String])])
  func program(_ row: (folder: String, added: [String])) {
    let roots = PluginRoots(workingDirectory: "/w", program: row.folder) { _ in nil }
    #expect(roots.folders == row.added + PluginRoots.ofMachine)
  }
}
