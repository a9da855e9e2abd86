/// A server, or a connection to one, is not available.
package struct NoServer: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
