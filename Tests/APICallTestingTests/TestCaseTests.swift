import APICallTesting
import APICallText
import Testing

@Suite("Folders of cases")
struct TestCaseTests {
  @Test("A plain word is its own folder, and any other name has a digest")
  func folders() {
    #expect(TestCase.folderName(of: "ok") == "ok")
    #expect(TestCase.folderName(of: "not_found-2") == "not_found-2")
    let names = [
      "", ".", "..", "a/b", "a b", "a-b", "a\0b", "é", String(repeating: "x", count: 300),
    ]
    let folders = names.map { TestCase.folderName(of: $0) }
    #expect(Set(folders).count == names.count)
    for folder in folders {
      #expect(folder.utf8.count <= 90)
      #expect(folder.utf8.allSatisfy { $0.isASCIILetterOrDigit || "_-".utf8.contains($0) })
    }
    #expect(TestCase.folder(ofCasesIn: "checks/smoke.test.yaml") == "checks/smoke.test.recorded")
    #expect(TestCase.folder(ofCasesIn: "users.yaml") == "users.recorded")
  }
}
