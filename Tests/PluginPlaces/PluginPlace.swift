package import APICallExternal
import APICallSystem
import Foundation
import TestServers

/// Temporary folders with plugins for a test, removed when the test ends.
package final class PluginPlace {
  package let path: String

  package init() throws {
    // As in the program, a write to a closed plugin is an error of write(2).
    signal(SIGPIPE, SIG_IGN)
    let name = "apicall-plugins-\(UUID().uuidString)"
    path = URL.temporaryDirectory.appending(path: name).resolvingSymlinksInPath().path
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Puts a plugin into a folder at a path such as `a/shout`.
  ///
  /// Without a manifest, it gets a valid one, and its program is `tr a-z A-Z`.
  package func add(
    _ place: String, manifest: String? = nil, role: String = #"{"role": "formatter"}"#,
    program: String? = "run"
  ) throws {
    let name = place.split(separator: "/").last.map(String.init) ?? ""
    try write(
      "\(place)/plugin.json",
      manifest ?? #"{"name": "\#(name)", "exec": "./run", "roles": [\#(role)]}"#)
    if let program { try write("\(place)/\(program)", "#!/bin/sh\nexec tr a-z A-Z\n", mode: 0o755) }
  }

  /// Writes a file and creates its folders.
  package func write(_ file: String, _ text: String, mode: Int = 0o644) throws {
    let url = URL(filePath: path).appending(path: file)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text.write(to: url, atomically: false, encoding: .utf8)
    try change(file, mode: mode)
    if mode & 0o100 != 0 { waitUntilWritten("\(path)/\(file)") }
  }

  package func change(_ file: String, mode: Int) throws {
    try FileManager.default.setAttributes(
      [.posixPermissions: mode], ofItemAtPath: "\(path)/\(file)")
  }

  package func link(_ file: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(path)/\(file)", withDestinationPath: target)
  }

  /// The plugins in some folders.
  package func catalog(_ roots: String...) -> PluginCatalog {
    let list = roots.map { "\(path)/\($0)" }.joined(separator: ":")
    return PluginCatalog(files: SystemFiles()) { $0 == PluginRoots.variable ? list : nil }
  }

  /// Removes the temporary folder from a text.
  package func unfill(_ text: String) -> String { text.replacing(path, with: "") }
}
