package import APICallBase
package import APICallHTTP
import APICallModel
package import APICallRequests

extension Call {
  /// The number of bytes of a part that a response has.
  ///
  /// The part begins with the first byte that the request asks for (RFC 9110, section 15.3.7).
  ///
  /// Returns the number; nil if the response is not a part, if one range of bytes was not asked
  /// for, or if the body is not the part itself. Throws a ``Failure`` with exit status 76 if the
  /// part is another one, or is not stated.
  package func lengthOfPart(in head: ResponseHead) throws(Failure) -> Int? {
    guard head.status == 206, endpoint.expectation.accepts(head.status),
      let asked = RequestedRange(of: request)
    else { return nil }
    guard case .part(let first, let last, let total)? = ContentRange(head) else {
      throw Failure(
        otherPart: "does not state which part it is, but the request asks for \(asked)", of: self)
    }
    guard asked.contains(from: first, to: last, of: total) else {
      throw Failure(
        otherPart: "has bytes \(first) to \(last), but the request asks for \(asked)", of: self)
    }
    let isWhole =
      request.method == "HEAD" || endpoint.pagination != nil
      || head.list("Content-Encoding").contains { $0.lowercased() != "identity" }
    return isWhole ? nil : last - first + 1
  }
}

extension Failure {
  /// Creates the failure of a response that is another part than the requested one.
  package init(otherPart reason: String, of call: Call) {
    self.init(.protocolError, "the response of \(call.endpoint.file) \(reason)")
  }
}
