import APICallBase
import APICallPlugins
import APICallReading
import TestWorlds
import Testing

@Suite("Files that call one another")
struct CalledFilesTests {
  @Test("A few files cannot lead to endless calls")
  func bounded() {
    var files = MemoryFiles()
    for level in 0..<12 {
      let name = level == 0 ? SpecText.name : "s\(level).yaml"
      let next = level == 11 ? "{url: 'https://a.example/'}" : "s\(level + 1).yaml"
      files.add(name, "steps:\n" + (0..<3).map { "  t\($0): {call: \(next)}\n" }.joined())
    }
    let library = EndpointLibrary(
      files: files, reader: EndpointReader(registry: Builtins.readingRegistry))
    let failure = #expect(throws: Failure.self) { try library.runnable(at: SpecText.name) }
    #expect(failure?.status == .badInput)
    #expect(failure?.diagnostics.first?.message == "more than 1000 files are called")
  }
}
