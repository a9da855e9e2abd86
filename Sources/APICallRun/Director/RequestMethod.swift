import APICallBase
import APICallHTTP
import APICallSpec

/// The method of a request.
enum RequestMethod {
  /// Puts the values into the method; without one it is GET, or POST where there is a body.
  ///
  /// - Returns: the method, and what is true of the values in it.
  static func render(
    _ endpoint: Endpoint, in scope: Scope
  ) throws(Diagnostic) -> (method: String, secrecy: Secrecy) {
    guard let template = endpoint.method else { return (endpoint.defaultMethod, .open) }
    let method: ProtectedText
    do {
      method = try template.render(in: scope)
    } catch {
      throw error.diagnostic
    }
    guard HeaderSyntax.isName(method.revealed) else {
      throw Diagnostic(
        "'\(method)' is not a method", at: template.mark, hint: "a method is one word: GET")
    }
    return (method.revealed, method.secrecy)
  }
}
