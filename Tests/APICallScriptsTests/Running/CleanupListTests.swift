import APICallBase
import APICallLanguage
import APICallModel
import TestWorlds
import Testing
import YAMLTree

@testable import APICallScripts

@Suite("Registered cleanups")
struct CleanupListTests {
  private func list(of count: Int) -> CleanupList {
    let list = CleanupList()
    for number in 0..<count {
      let callee = Callee.inline(EndpointSpec(source: Source(name: "", text: "")))
      let step = Step(name: "s\(number)", mark: .nowhere, callee: callee)
      list.add(Cleanup(step), of: step, in: Scope())
    }
    return list
  }

  @Test("Cleanups run in reverse order")
  func order() {
    let list = list(of: 3)
    #expect((0..<4).map { _ in list.takeLast()?.owner } == ["s2", "s1", "s0", nil])
  }

  @Test("Cleanups are listed by name, up to a limit", arguments: [1, 2, 8, 9, 10])
  func words(count: Int) throws {
    let list = list(of: count)
    let last = try #require(list.takeLast())
    let names = (0..<count).reversed().prefix(8).map { "'s\($0)'" }.joined(separator: ", ")
    #expect(list.words(with: last) == (count > 8 ? "\(names) and \(count - 8) more" : names))
  }

  @Test("The number of cleanups is limited, and checked before the call that needs one")
  func limit() throws {
    try list(of: CleanupList.limit - 1).checkRoom()
    let failure = #expect(throws: Failure.self) { try list(of: CleanupList.limit).checkRoom() }
    #expect(
      failure?.report == """
        apicall: more than 100000 cleanups wait for the end of the script
          hint: move some of the steps to another script: its cleanups are made when it ends
        exit status 1

        """)
  }
}
