/// Who is at the other end of a connection: the server, or the proxy in front of it.
package struct Peer: Sendable, Hashable {
  /// The IP address, such as `192.0.2.1` or `2001:db8::1`; the path of a socket of the machine.
  package var address: String
  /// The TCP port; 0 for a socket of the machine.
  package var port: Int

  /// Creates a peer.
  ///
  /// - Parameters:
  ///   - address: the IP address.
  ///   - port: the TCP port.
  package init(address: String, port: Int) {
    self.address = address
    self.port = port
  }
}
