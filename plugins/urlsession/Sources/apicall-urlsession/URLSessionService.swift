import APICallPluginKit
import Foundation
import JSONText

/// Makes the exchanges for the host, one at a time.
struct URLSessionService: PluginService {
  static let version = "0.1.0"
  static let features = ["cancel"]

  private let channel: PluginChannel
  /// The request whose body is arriving, and the body so far.
  private var pending: (request: OutgoingRequest, body: Data)?
  private var exchange: Exchange?

  init(_ hello: PluginHello, _ channel: PluginChannel) throws(PluginFailure) {
    guard hello.role == "requester" else {
      throw PluginFailure(.notSupported, "urlsession is a requester and not a '\(hello.role)'")
    }
    self.channel = channel
  }

  mutating func begin(_ message: PluginMessage) throws(PluginFailure) {
    guard message.kind == "request" else {
      throw PluginFailure(.notSupported, "urlsession does not support '\(message.kind)'")
    }
    pending = (try OutgoingRequest(message), Data())
  }

  mutating func receive(_ piece: [UInt8], of id: Int) throws(PluginFailure) {
    guard let count = pending?.body.count, count + piece.count <= OutgoingRequest.longestBody else {
      throw PluginFailure(
        .badInput,
        "a request body for urlsession must not be larger than 64 MiB")
    }
    pending?.body.append(contentsOf: piece)
  }

  mutating func end(_ id: Int) throws(PluginFailure) {
    guard let (request, body) = pending else { return }
    pending = nil
    guard request.takesBody || body.isEmpty else {
      throw PluginFailure(.notSupported, "URLSession does not send a body with GET")
    }
    let exchange = Exchange(id, request, channel)
    self.exchange = exchange
    exchange.start(sending: body)
  }

  mutating func cancel(_ id: Int) {
    pending = nil
    channel.fail(id, PluginFailure(.cancelled, "the host cancelled the request"))
    exchange?.cancel()
    exchange = nil
  }
}
