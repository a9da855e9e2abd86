import Foundation
import Testing

struct AuthExamplesTests {
  static let files =
    (["", "client-certificate/"].flatMap { folder in
      let path = "\(Place.package)/examples/auth/\(folder)"
      return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
        .map { folder + $0 }
    })
    .filter { $0.hasSuffix(".yaml") && !$0.hasSuffix("apicall.yaml") }.sorted()

  @Test(
    "An example has no mistake, is written in the usual form, and is in the list", arguments: files)
  func example(file: String) throws {
    #expect(try Place.text("examples/README.md").contains("(auth/\(file))"))
    for command in [["check"], ["fmt", "--check"]] {
      let run = CommandRun(
        try ChildProcess([Place.program("apicall")] + command + ["examples/auth/\(file)"]))
      #expect(run.ending == .exit(0), "\(run)")
    }
  }
}
