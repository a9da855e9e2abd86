import Foundation
import Testing

extension HostileCase: CustomTestStringConvertible {}

/// Each case was tried with the program before values knew their origin: a failure then was a
/// request that a server should never have received.
@Suite("Strangers' files with the user's secrets")
struct HostileFileTests {
  @Test("No secret goes where it may not, and honest files work", arguments: HostileCase.hostile)
  func hostile(_ hostile: HostileCase) throws {
    let problems = try hostile.problems()
    #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))")
  }

  @Test("The same files work if the secret is for both servers", arguments: HostileCase.twins)
  func twins(_ twin: HostileCase) throws {
    let problems = try twin.problems()
    #expect(problems.isEmpty, "\(problems.joined(separator: "\n"))")
  }

  @Test("A spelling is found anywhere in a text")
  func spellings() {
    let secret = "kEy7+42/Zq9~xMv"
    let spellings = SecretSpelling.all(of: secret)
    let bytes = Array(secret.utf8)
    for text in [
      secret, "q=kEy7%2B42%2FZq9~xMv", SecretSpelling.percent(bytes),
      SecretSpelling.hexadecimal(bytes), SecretSpelling.hexadecimal(bytes).uppercased(),
    ] {
      #expect(
        SearchedRequest(Array("GET /\(text) x".utf8)).spelling(of: spellings) != nil, "\(text)")
    }
    for before in ["", "a", "bc", "def"] {
      for after in ["", "x", "yz", "uvw"] {
        let base64 = base64(of: before + secret + after)
        let url = base64.replacing("+", with: "-").replacing("/", with: "_").replacing(
          "=", with: "")
        for text in [base64, url, base64.replacing("/", with: "%2F").replacing("+", with: "%2b")] {
          let request = SearchedRequest(Array("GET /?q=\(text) x".utf8))
          #expect(request.spelling(of: spellings) != nil, "\(text)")
        }
      }
    }
    #expect(SearchedRequest(Array("GET /kEy7+42/Zq9~xM x".utf8)).spelling(of: spellings) == nil)
  }
}

private func base64(of text: String) -> String { Data(text.utf8).base64EncodedString() }
