import APICallPluginKit
import APICallPluginTools
import Foundation
import Testing

@Suite("The output of 'apicall plugins new'")
struct SkeletonTests {
  static let all = PluginRole.Kind.allCases.flatMap { role in
    PluginSkeleton.Language.allCases.map { (role, $0) }
  }

  @Test("It passes its transcript and the checks of its role", arguments: all)
  func passes(_ role: PluginRole.Kind, _ language: PluginSkeleton.Language) throws {
    let folder = "\(Place.scratch)/\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let made = try CommandRun(
      "plugins", "new", "mine", "--role", role.rawValue, "--lang", language.rawValue, in: folder)
    #expect(made.ending == .exit(0), "\(made.error)")
    if language == .swift {
      let make = CommandRun(
        try ChildProcess(
          ["/usr/bin/env", "make", "-s", "-C", "mine"], in: folder,
          environment: ProcessInfo.processInfo.environment),
        limit: .seconds(300))
      #expect(make.ending == .exit(0), "\(make.error)")
    }
    let tested = try CommandRun(
      "plugins", "test", "./mine", "--conformance", "--write", in: folder)
    #expect(tested.ending == .exit(0), "\(tested.error)")
    let lines = tested.output.split(separator: "\n")
    #expect(lines.count > (role == .limiter ? 1 : 5))
    #expect(lines.allSatisfy { $0.hasPrefix("ok: ") }, "\(tested.output)")
  }
}
