import APICallBase
package import APICallContracts
package import APICallHTTP
import APICallSafety
package import APICallText

/// The cookies of a call: those of its store, besides those that the file sets.
package struct CallCookies: Sendable {
  package let store: any CookieStore
  /// The field Cookie of the file; nil without one.
  private let own: ProtectedText?

  init(_ store: any CookieStore, beside own: ProtectedText?) {
    self.store = store
    self.own = own
  }

  /// Replaces the cookies of a request by those for its URL.
  ///
  /// Cookies that the file sets stand first, and hide others of the same names. They do not go where
  /// the field Cookie was taken away.
  package func set(
    in request: inout OutgoingRequest, from jar: CookieJar, at now: UTCTimestamp
  ) {
    let index = request.headers.firstIndex { $0.isNamed("Cookie") }
    var value = index == nil ? ProtectedText() : own ?? ProtectedText()
    if let found = jar.field(for: request.url, at: now, without: value.cookieNames) {
      if !value.isEmpty { value.append("; ") }
      value.append(found)
    }
    guard let index else {
      if !value.isEmpty { request.headers.append(HeaderField("Cookie", value)) }
      return
    }
    if value.isEmpty {
      request.headers.remove(at: index)
    } else {
      request.headers[index].value = value
    }
  }
}

extension CallCookies {
  /// The cookies of a call before it is sent for the first time.
  init(
    _ store: any CookieStore, of request: inout OutgoingRequest, at now: UTCTimestamp
  ) throws(Failure) {
    self.init(store, beside: request.headers.first { $0.isNamed("Cookie") }?.value)
    set(in: &request, from: try store.jar(), at: now)
  }
}

extension ProtectedText {
  /// The names of the cookies in the value of a field Cookie.
  fileprivate var cookieNames: [String] {
    revealed.split(separator: ";").map { pair in
      String(pair.prefix { $0 != "=" }.drop { $0 == " " })
    }
  }
}
