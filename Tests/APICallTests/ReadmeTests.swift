import APICall
import Glibc
import TestServers
import Testing

/// The program of README.md, line by line.
private func logIn(with email: String, _ password: String, _ file: String) async throws {
  let client = Client()
  let login = try Endpoint(contentsOf: file)
  let inputs: Inputs = ["email": .text(email), "password": .text(password)]
  do throws(RequestError) {
    let response = try await client.call(login, inputs)
    print(try response.output("token"))
  } catch .unexpectedStatus(let response, _) where response.status == 400 {
    print("not logged in:", response.text)
  } catch {
    print(error)  // says what is wrong and where, without secrets
  }
}

@Suite("The program in README.md")
struct ReadmeTests {
  @Test("Each of its lines is compiled here")
  func lines() throws {
    let root = #filePath.split(separator: "/").dropLast(3).reduce("") { "\($0)/\($1)" }
    let own = Set(try lines(of: #filePath))
    let readme = try lines(of: "\(root)/README.md")
    let start = try #require(readme.firstIndex(of: "```swift"))
    let program = readme[(start + 1)...].prefix { $0 != "```" }
    #expect(program.count == 11)
    #expect(program.filter { !own.contains($0.replacing("\"login.yaml\"", with: "file")) } == [])
  }

  /// The lines of a file without the white space around them.
  private func lines(of path: String) throws -> [String] {
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
      .split(separator: "\n").map { line in
        String(line.drop { $0 == " " })
      }
  }
}
