import APICallBase
import APICallRun
import APICallSpec
import JSONText

extension Computation {
  /// Computes the value.
  ///
  /// - Parameter scope: the names of the script, with their values.
  /// - Returns: the value, with the provenance of everything that it is made of: that of `of`, or a
  ///   list of rows, or the only row.
  /// - Throws: a ``Failure`` if an expression cannot be computed.
  func binding(in scope: Scope) throws(Failure) -> Scope.Binding {
    let given: Scope.Binding
    do throws(TemplateProblem) {
      given = try value.binding(in: scope)
    } catch {
      let problems = value.problems(in: scope)
      throw Failure(.badInput, problems.isEmpty ? [error.diagnostic] : problems)
        .withStatusOfResponses(in: value.templates, scope: scope)
    }
    guard !rows.isEmpty, let value = given.value else { return given }
    guard let document = value.json else {
      throw Failure(
        .badInput, "rows cannot be made of \(value.typeName)", at: mark,
        hint: "| base64 or | hex converts bytes to text")
    }
    let maker = try RowMaker(rows, in: scope, from: given.provenance, of: head)
    var json: [UInt8] = []
    do {
      let receive: RowMaker.Receiver = { row in
        if !json.isEmpty { json.append(UInt8(ascii: ",")) }
        switch row {
        case .found(let value): json += value.bytes
        case .made(let bytes): json += bytes
        }
        guard json.count <= BufferedBytes.limit else { throw self.tooLarge }
      }
      try maker.take(document, inStream: false, receive)
      try maker.finish(receive)
    } catch let failure as Failure {
      throw failure
    } catch {
      throw tooLarge
    }
    if !maker.isSingle { json = [UInt8(ascii: "[")] + json + [UInt8(ascii: "]")] }
    guard !json.isEmpty else { return Scope.Binding(nil, from: maker.provenance) }
    guard let result = try? JSONDocument(json).root else { throw tooLarge }
    return Scope.Binding(Value(result), from: maker.provenance)
  }

  private var tooLarge: Failure {
    Failure(.badInput, "the rows exceed \(BufferedBytes.limit >> 20) MiB", at: mark)
  }
}
