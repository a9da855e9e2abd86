import TestServers
import Foundation
import Synchronization
import Testing

/// A home and, beside it, a project cloned from an attacker, with a server that responds to
/// everything with one word.
struct HostilePlace {
  let folder: String
  let server: ScriptedServer

  /// A text that must not be sent or overwritten.
  static let precious = "T0P-S3CR3T"

  /// Creates a place.
  ///
  /// - Parameter answer: makes the response to a request; it may do anything in the project, whose
  ///   folder it gets.
  /// - Throws: an error if it cannot be created.
  init(
    answering answer: @escaping @Sendable (_ request: String, _ project: String) -> String = {
      (_, _) in text("owned")
    }
  ) throws {
    folder = "\(Place.scratch)/hostile-\(UUID().uuidString)"
    for name in ["home/docs", "home/.ssh", "project/sub"] {
      try FileManager.default.createDirectory(
        atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
    }
    for name in [".bashrc", ".ssh/id_rsa", "docs/diary.txt"] {
      try Self.precious.write(toFile: "\(folder)/home/\(name)", atomically: false, encoding: .utf8)
    }
    let project = "\(folder)/project"
    server = try ScriptedServer.answering { answer(String(decoding: $0, as: UTF8.self), project) }
  }

  /// Returns a text as a response.
  static func text(_ text: String) -> String {
    "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
  }

  func write(_ text: String, _ path: String) throws {
    try text.write(toFile: "\(folder)/\(path)", atomically: false, encoding: .utf8)
  }

  func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: "\(folder)/\(path)").map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// Runs bash(1) in the project, and may switch a rule off; `apicall` is the program, `$URL` the
  /// server.
  func shell(_ script: String, withoutRule rule: String? = nil) throws -> CommandRun {
    var variables = Surroundings.variables
    variables["HOME"] = "\(folder)/home"
    variables["URL"] = server.url
    // Shows that each rule matters: with the rule switched off, these suites fail.
    variables[Place.ruleSwitch] =
      rule ?? ProcessInfo.processInfo.environment[Place.ruleSwitch]
    _ = try Place.program("apicall", for: variables)
    variables["PATH"] = "\(Place.programs(for: variables)):/usr/bin:/bin:/usr/sbin:/sbin"
    return CommandRun(
      try ChildProcess(
        ["/bin/bash", "-c", script], in: "\(folder)/project", environment: variables))
  }

  /// Whether any private text came to the server.
  var hasLeaked: Bool {
    server.takeRequests().contains {
      String(decoding: $0, as: UTF8.self).contains(Self.precious)
    }
  }

  /// Switches a folder of the project between itself and a link that leads out, while the work
  /// runs.
  func swapping(_ name: String, with end: String, while work: () throws -> Void) rethrows {
    let isOver = Flag()
    let ended = DispatchSemaphore(value: 0)
    let place = "\(folder)/project/\(name)"
    symlink(end, "\(place).link")
    Thread.detachNewThread {
      while !isOver.isRaised {
        rename(place, "\(place).kept")
        rename("\(place).link", place)
        rename(place, "\(place).link")
        rename("\(place).kept", place)
      }
      ended.signal()
    }
    defer {
      isOver.raise()
      ended.wait()
    }
    try work()
  }
}
