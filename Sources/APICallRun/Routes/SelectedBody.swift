import APICallBase

/// A body whose parts are printed.
final class SelectedBody: BodyReader {
  private let call: Call
  private let printer: SelectionPrinter

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - body: the body.
  ///   - printer: what prints the parts.
  init(_ body: IncomingBody, printer: SelectionPrinter) {
    call = body.call
    self.printer = printer
  }

  func read(_ held: HeldBody) throws(Failure) { try printer.print(held.answer(), of: call) }
}
