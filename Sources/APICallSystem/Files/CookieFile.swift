package import APICallBase
import APICallContracts
package import APICallHTTP
import APICallSafety

/// The file of cookies that the user named, in the format of curl.
///
/// It is read anew for each request, and replaced as a whole, with the mode 0600.
package struct CookieFile: CookieStore {
  private let file: PrivateFile
  /// The path as the user wrote it.
  private let shown: String

  package init(at path: String) {
    shown = path
    // A link stays, and what it leads to is replaced.
    let path = SystemFiles().canonicalPath(of: path) ?? path
    file = PrivateFile(
      path, limit: 4 << 20,
      temporary: FilePath.join(
        FilePath.folder(of: path), ".\(FilePath.name(of: path)).apicall-new"))
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
          return change(&jar) ? NetscapeCookies.bytes(jar.cookies) : nil
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

  private func jar(of bytes: [UInt8]) throws(NetscapeCookies.Problem) -> CookieJar {
    CookieJar(try NetscapeCookies.cookies(bytes))
  }

  private func failure(_ problem: NetscapeCookies.Problem) -> Failure {
    Failure(
      .badInput, "line \(problem.line) of '\(shown)' \(problem.reason)",
      hint: "--cookies takes the format that 'curl -c' writes; name a new file to begin anew")
  }
}
