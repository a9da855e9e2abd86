import APICallPluginKit
import Foundation
import JSONText

/// Makes the exchanges that the host asks for, one at a time.
struct URLSessionService: PluginService {
  static let version = "0.1.0"
  static let features = ["cancel"]

  private let channel: PluginChannel
  /// The request whose body is coming, and what has come of it.
  private var pending: (request: OutgoingRequest, body: Data)?
  private var exchange: Exchange?

  init(_ hello: PluginHello, _ channel: PluginChannel) throws(PluginFailure) {
    guard hello.role == "requester" else {
      throw PluginFailure(.notSupported, "urlsession makes exchanges, and is no '\(hello.role)'")
    }
    self.channel = channel
  }

  mutating func begin(_ message: PluginMessage) throws(PluginFailure) {
    guard message.kind == "request" else {
      throw PluginFailure(.notSupported, "urlsession does not know '\(message.kind)'")
    }
    pending = (try OutgoingRequest(message), Data())
  }

  mutating func receive(_ piece: [UInt8], of id: Int) throws(PluginFailure) {
    guard let count = pending?.body.count, count + piece.count <= OutgoingRequest.longestBody else {
      throw PluginFailure(
        .badInput,
        "urlsession holds the body of a request in memory, and sends 64 MiB of it at most")
    }
    pending?.body.append(contentsOf: piece)
  }

  mutating func end(_ id: Int) throws(PluginFailure) {
    guard let (request, body) = pending else { return }
    pending = nil
    guard request.takesBody || body.isEmpty else {
      throw PluginFailure(.notSupported, "URLSession sends no body with GET")
    }
    let exchange = Exchange(id, request, channel)
    self.exchange = exchange
    exchange.start(sending: body)
  }

  mutating func cancel(_ id: Int) {
    pending = nil
    channel.fail(id, PluginFailure(.cancelled, "the host asked to stop"))
    exchange?.cancel()
    exchange = nil
  }
}
