import APICallPluginKit
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension PluginFailure {
  /// Creates the failure for an error of URLSession.
  ///
  /// - Parameters:
  ///   - error: the error of a completed task.
  ///   - hasBegun: whether the head of the response has arrived.
  init(_ error: any Error, hasBegun: Bool) {
    guard let error = error as? URLError else {
      self.init(.internal, "\(error)")
      return
    }
    let words = error.localizedDescription
    // For other errors, Foundation only provides libcurl's message. After the head of the response
    // the failure is a truncated response, before it a failure of TLS or HTTP.
    let isAboutTLS = ["SSL", "TLS", "certificate"].contains { words.contains($0) }
    let code = Code(error.code) ?? (hasBegun ? .truncated : isAboutTLS ? .tls : .protocol)
    self.init(code, words)
  }
}

extension PluginFailure.Code {
  /// The code for an error of URLSession; nil if Foundation does not distinguish it.
  fileprivate init?(_ code: URLError.Code) {
    switch code {
    case .cannotFindHost, .dnsLookupFailed: self = .dns
    case .cannotConnectToHost, .notConnectedToInternet: self = .connect
    case .timedOut: self = .timeout
    // Foundation reports badServerResponse for a connection that closes without a response.
    case .networkConnectionLost, .badServerResponse: self = .truncated
    case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired:
      self = .tls
    // The request's scheme is known to be http or https, so it is the response that is not valid.
    case .unsupportedURL, .cannotParseResponse, .cannotDecodeContentData, .cannotDecodeRawData:
      self = .protocol
    case .dataLengthExceedsMaximum: self = .tooLarge
    case .badURL: self = .badInput
    case .cancelled: self = .cancelled
    default: return nil
    }
  }
}
