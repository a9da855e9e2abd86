/// A server, or a connection to one, is not to be had.
package struct NoServer: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
