import APICallContracts
import APICallHTTP
import APICallModel
import APICallSafety
import APICallText
import JSONText

/// Reads and sets the value at a place in a request.
extension RequestPlace {
  /// A value that selects a page: as text, and as JSON.
  struct Content {
    let text: [UInt8]
    let json: [UInt8]

    init(_ number: Int) {
      text = Array(String(number).utf8)
      json = text
    }

    init(_ field: FieldText) {
      text = field.bytes
      var json: [UInt8] = []
      JSONWriter.append(string: field.text, to: &json)
      self.json = json
    }

    /// Creates a value of a page for a place; nil for true and false, which do not select a page, and
    /// for a list or a map in a place that is not JSON.
    init?(_ value: JSONNode, for place: RequestPlace) {
      json = Array(value.bytes)
      switch value.kind {
      case .number: text = json
      case .string:
        guard let string = value.string else { return nil }
        text = Array(string.utf8)
      case .array, .object:
        guard case .json = place else { return nil }
        text = json
      case .null, .boolean: return nil
      }
    }
  }

  /// The number in a request, of a page or of items; the first one if it has none.
  func number(in request: OutgoingRequest, first: Int) throws(PageFailure.Reason) -> Int {
    guard let value = value(in: request), !value.isEmpty else { return first }
    guard let number = Int(value.revealed), number < .max / 2 else {
      throw .place("'\(value)' at \(text) is not a page number")
    }
    return number
  }

  private func value(in request: OutgoingRequest) -> ProtectedText? {
    switch self {
    case .query(let name): return request.url.query.flatMap { EncodedItems($0).value(of: name) }
    case .header(let name): return request.headers.first { $0.isNamed(name) }?.value
    case .form(let name):
      return (request.body?.held).flatMap { EncodedItems($0).value(of: name) }
    case .json(let names):
      guard let body = request.body?.held,
        var value = try? JSONDocument(body.revealedBytes).root
      else { return nil }
      for name in names {
        guard let inner = value[name] else { return nil }
        value = inner
      }
      return value.isNull ? nil : body.part(value.range)
    }
  }

  /// Sets a value in a request; the rest of the request stays the same, byte for byte.
  func set(_ content: Content, in request: inout OutgoingRequest) throws(PageFailure.Reason) {
    switch self {
    case .header(let name):
      guard HeaderSyntax.isValue(content.text) else {
        throw .place("the value of '\(name)' would contain a line break or a control character")
      }
      let field = HeaderField(name, ProtectedText(bytes: content.text))
      if let index = request.headers.firstIndex(where: { $0.isNamed(name) }) {
        request.headers[index] = field
      } else {
        request.headers.append(field)
      }
    case .query(let name):
      var items = EncodedItems(request.url.query ?? ProtectedText())
      items.set(name, to: content.text, for: .value)
      request.url.query = items.text
    case .form(let name):
      var items = EncodedItems(request.body?.held ?? ProtectedText())
      items.set(name, to: content.text, for: .form)
      request.replaceBody(by: items.text)
    case .json(let names):
      request.replaceBody(
        by: try Self.body(request.body?.held ?? "{}", setting: names[...], to: content.json))
    }
  }

  /// Leaves out a value of the last page; in JSON, it becomes null.
  func clear(in request: inout OutgoingRequest) throws(PageFailure.Reason) {
    switch self {
    case .query(let name):
      guard let query = request.url.query else { return }
      var items = EncodedItems(query)
      items.remove(name)
      request.url.query = items.text.isEmpty ? nil : items.text
    case .header(let name): request.headers.removeAll { $0.isNamed(name) }
    case .form(let name):
      var items = EncodedItems(request.body?.held ?? ProtectedText())
      items.remove(name)
      request.replaceBody(by: items.text)
    case .json(let names):
      request.replaceBody(
        by: try Self.body(
          request.body?.held ?? "{}", setting: names[...], to: Array("null".utf8)))
    }
  }

  private static func body(
    _ body: ProtectedText, setting names: ArraySlice<String>, to json: [UInt8]
  ) throws(PageFailure.Reason) -> ProtectedText {
    guard var map = try? JSONDocument(body.revealedBytes).root, let last = names.last else {
      throw .place("the body is not JSON")
    }
    for name in names.dropLast() {
      guard let inner = map[name] else { throw .place("the body has no map '\(name)'") }
      map = inner
    }
    guard map.kind == .object else {
      throw .place("'\(last)' cannot be set in \(map.kind.typeName)")
    }
    var place = map.range.upperBound - 1..<map.range.upperBound - 1
    var value: [UInt8] = []
    if let old = map[last] {
      place = old.range
    } else {
      if map.count > 0 { value.append(UInt8(ascii: ",")) }
      JSONWriter.append(string: last, to: &value)
      value.append(UInt8(ascii: ":"))
    }
    var changed = body.part(0..<place.lowerBound)
    changed.append(ProtectedText(bytes: value + json))
    changed.append(body.part(place.upperBound..<body.revealedBytes.count))
    return changed
  }
}

extension OutgoingRequest {
  fileprivate mutating func replaceBody(by bytes: ProtectedText) {
    body = .bytes(bytes)
    for index in headers.indices where headers[index].isNamed("Content-Length") {
      headers[index].value = ProtectedText(String(bytes.revealedBytes.count))
    }
  }
}
