package import APICallBase
import APICallContracts
package import APICallHTTP
import APICallSafety
import Synchronization

/// The file of cookies that the user named, in the format of curl.
///
/// It is read anew for each request, and replaced as a whole, with the mode 0600.
package final class CookieFile: CookieStore {
  private static let limit = 4 << 20

  private let file: PrivateFile
  /// The path as the user wrote it.
  private let shown: String
  /// Where the cookies of this run may go, which the format has no place for.
  private let confined = Mutex<[Cookie: Secrecy]>([:])

  package init(at path: String) {
    shown = path
    // A link stays, and what it leads to is replaced.
    let path = SystemFiles().canonicalPath(of: path) ?? path
    var file = PrivateFile(
      path, limit: Self.limit,
      beside: FilePath.join(FilePath.folder(of: path), ".\(FilePath.name(of: path)).apicall"))
    // All transfers of the run wait meanwhile.
    file.patience = 5
    self.file = file
  }

  package func jar() throws(Failure) -> CookieJar {
    let bytes: [UInt8]
    do { bytes = try file.read() } catch { throw error.failure(of: shown) }
    do { return try jar(of: bytes) } catch { throw failure(error) }
  }

  package func update(_ change: (inout CookieJar) -> Bool) async throws(Failure) {
    var fault: NetscapeCookies.Problem?
    do throws(PrivateFile.Problem) {
      try file.update { bytes in
        do throws(NetscapeCookies.Problem) {
          var jar = try jar(of: bytes)
          guard change(&jar) else { return nil }
          note(jar.cookies)
          return Self.bytes(jar.cookies)
        } catch {
          fault = error
          return nil
        }
      }
    } catch {
      throw error.failure(of: shown)
    }
    if let fault { throw failure(fault) }
  }

  /// The file with as many of the latest cookies as can be read again.
  private static func bytes(_ cookies: [Cookie]) -> [UInt8] {
    var cookies = cookies[...]
    while true {
      let bytes = NetscapeCookies.bytes(Array(cookies))
      if bytes.count <= limit { return bytes }
      cookies = cookies.dropFirst(cookies.count / 8 + 1)
    }
  }

  private func note(_ cookies: [Cookie]) {
    confined.withLock { confined in
      for cookie in cookies where cookie.value.secrecy.confinement != nil {
        confined[cookie.inFile] = cookie.value.secrecy
      }
    }
  }

  private func jar(of bytes: [UInt8]) throws(NetscapeCookies.Problem) -> CookieJar {
    let cookies = try NetscapeCookies.cookies(bytes)
    let confined = confined.withLock(\.self)
    guard !confined.isEmpty else { return CookieJar(cookies) }
    return CookieJar(
      cookies.map { cookie in
        var cookie = cookie
        if let secrecy = confined[cookie.inFile] {
          cookie.value = ProtectedText(bytes: cookie.value.revealedBytes, secrecy)
        }
        return cookie
      })
  }

  private func failure(_ problem: NetscapeCookies.Problem) -> Failure {
    Failure(
      .badInput, "line \(problem.line) of '\(shown)' \(problem.reason)",
      hint: "--cookies takes the format that 'curl -c' writes; name a new file to begin anew")
  }
}

extension Cookie {
  /// The cookie as the file has it.
  fileprivate var inFile: Cookie {
    Cookie(
      name: name, value: ProtectedText(bytes: value.revealedBytes, isSecret: true), domain: domain,
      isHostOnly: isHostOnly, path: path, isSecure: isSecure, isHTTPOnly: isHTTPOnly,
      expires: nil)
  }
}
