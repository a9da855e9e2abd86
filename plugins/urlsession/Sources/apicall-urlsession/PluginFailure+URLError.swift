import APICallPluginKit
import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension PluginFailure {
  /// What an error of URLSession means.
  ///
  /// - Parameters:
  ///   - error: what a task was completed with.
  ///   - hasBegun: whether the head of the answer has come.
  init(_ error: any Error, hasBegun: Bool) {
    guard let error = error as? URLError else {
      self.init(.internal, "\(error)")
      return
    }
    let words = error.localizedDescription
    // Of the rest Foundation tells no more than libcurl's words. What went wrong once the answer had
    // begun is that it was cut off; before that, that it is none of TLS or none of HTTP.
    let isAboutTLS = ["SSL", "TLS", "certificate"].contains { words.contains($0) }
    let code = Code(error.code) ?? (hasBegun ? .truncated : isAboutTLS ? .tls : .protocol)
    self.init(code, words)
  }
}

extension PluginFailure.Code {
  /// The kind that an error of URLSession belongs to; nil where Foundation does not tell.
  fileprivate init?(_ code: URLError.Code) {
    switch code {
    case .cannotFindHost, .dnsLookupFailed: self = .dns
    case .cannotConnectToHost, .notConnectedToInternet: self = .connect
    case .timedOut: self = .timeout
    // Foundation's word for a connection that is closed without an answer is badServerResponse.
    case .networkConnectionLost, .badServerResponse: self = .truncated
    case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted,
      .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid, .clientCertificateRejected,
      .clientCertificateRequired:
      self = .tls
    // The scheme is known to be http or https: it is the answer that is none of these.
    case .unsupportedURL, .cannotParseResponse, .cannotDecodeContentData, .cannotDecodeRawData:
      self = .protocol
    case .dataLengthExceedsMaximum: self = .tooLarge
    case .badURL: self = .badInput
    case .cancelled: self = .cancelled
    default: return nil
    }
  }
}
