import APICallBase
import APICallContracts
import APICallRequests
import APICallText

/// A body that is decoded, formatted and printed while it arrives.
final class PrintedBody: PieceRoute {
  let call: Call
  private let printer: BodyPrinter
  private let isOfPages: Bool
  private let report: ([FormatRemark]) -> Void

  init(
    _ body: IncomingBody, by printer: BodyPrinter, report: @escaping ([FormatRemark]) -> Void
  ) {
    call = body.call
    isOfPages = body.isOfPages
    self.printer = printer
    self.report = report
  }

  var wantsMore: Bool { printer.wantsMore }

  func receive(_ bytes: Span<UInt8>) throws(DeliveryError) { try printer.print(bytes) }

  func read(_ held: BufferedBody) throws(Failure) {
    let bytes = held.bytes
    // An excerpt may be JSON although its document is not.
    let response = held.isExcerpt ? try held.response() : held.document
    do {
      if !isOfPages, printer.readsValues, let document = response?.document {
        try printer.values.write(document)
      } else if !bytes.isEmpty {
        try printer.print(bytes.span)
      }
    } catch {
      throw Failure(error, call: call)
    }
    try finish()
  }

  func finish() throws(Failure) {
    do {
      if isOfPages { try printer.begin() }
      try printer.finish()
    } catch {
      throw Failure(error, call: call)
    }
    report(printer.values.remarks)
  }
}

/// A body whose parts `--print` selects.
final class SelectedBody: BodyReader {
  private let call: Call
  private let selections: [Selection]
  private let printer: SelectionPrinter
  private let report: ([FormatRemark]) -> Void

  init(
    _ body: IncomingBody, _ selections: [Selection], printer: SelectionPrinter,
    report: @escaping ([FormatRemark]) -> Void
  ) {
    call = body.call
    self.selections = selections
    self.printer = printer
    self.report = report
  }

  /// Prints the parts; nothing is written unless all of them exist.
  func read(_ held: BufferedBody) throws(Failure) {
    let response = try held.response()
    var values: [(name: String, value: Value)] = []
    var problems: [Message] = []
    for selection in selections {
      do {
        values.append((selection.name, try response.value(of: selection, in: call.endpoint)))
      } catch {
        problems += error.diagnostics
      }
    }
    guard problems.isEmpty else { throw Failure(.decoding, problems) }
    let remarks = try rethrowing(printer.write(values)) { (error: DeliveryError) in
      Failure(error, call: call)
    }
    report(remarks)
  }
}
