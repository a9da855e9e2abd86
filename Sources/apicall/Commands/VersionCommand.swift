import APICallCore
import APICallCurl

/// The option `apicall --version`.
struct VersionCommand {
  func run() throws {
    let libraries = CurlVersion.linked
    try Printing.print(
      "apicall \(APICall.version) (libcurl/\(libraries.curl) \(libraries.tls) \(libraries.http2))\n"
    )
  }
}
