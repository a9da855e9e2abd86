import CSystem
import Glibc
import Testing

@Suite("Starting a program")
struct SpawnTests {
  @Test("A program that cannot be started leaves no process to kill or to wait for")
  func missing() {
    var child = apicall_child(pid: 0, input: -1, output: -1, errors: -1, life: -1, end: -1)
    let none: [UnsafeMutablePointer<CChar>?] = [nil]
    let code = none.withUnsafeBufferPointer {
      apicall_spawn("/no/such/program", $0.baseAddress, $0.baseAddress, &child)
    }
    #expect(code == ENOENT)
    #expect(child.pid == 0)
  }
}
