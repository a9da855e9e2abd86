import APICallSafety
import APICallText

/// Puts texts into the draft, and credentials into inputs and stored secrets.
extension CurlRequestConversion {
  mutating func note(_ code: String, _ text: String, isLoss: Bool = true) {
    let note = ImportNote(code: code, text: text, isLoss: isLoss)
    if !request.notes.contains(note) { request.notes.append(note) }
  }

  /// Notes that a file encodes the values of variables, which a shell inserts as they are.
  mutating func noteVariables(in text: String) {
    let hasVariable = text.unicodeScalars.contains { scalar in
      guard case .variable = gaps.gap(of: scalar) else { return false }
      return true
    }
    guard hasVariable else { return }
    note("variable", "the values of variables are encoded: give them unencoded", isLoss: false)
  }

  // MARK: Inputs

  /// The input for a value that the source does not have.
  mutating func input(for gap: ShellGaps.Gap, isSecret: Bool) -> String {
    if let name = inputs[gap] {
      if isSecret, let index = request.draft.inputs.firstIndex(where: { $0.name == name }) {
        request.draft.inputs[index].isSecret = true
      }
      return name
    }
    let (wanted, variable) =
      switch gap {
      case .variable(let variable): (variable, Optional(variable))
      case .other(let wanted, _): (wanted, nil)
      }
    let name = newInput(
      for: wanted, isSecret: isSecret || SecretGate.isSecret(item: wanted, ""), variable: variable)
    if variable == nil {
      note(
        "input", "the value of '\(name)' is not in the source: give it as an input", isLoss: false)
    }
    inputs[gap] = name
    return name
  }

  mutating func newInput(
    for name: String, type: String? = nil, isSecret: Bool = false, variable: String? = nil,
    help: String? = nil
  ) -> String {
    let input = InputName.unused(for: name, in: request.draft.inputs.map(\.name))
    request.draft.add(
      RequestDraft.Input(
        name: input, isSecret: isSecret, type: type, variable: variable, help: help))
    return input
  }

  // MARK: Texts

  /// A text with placeholders for what the source does not have.
  mutating func draftText(_ text: some StringProtocol, isSecret: Bool = false) -> DraftText {
    guard ShellGaps.occur(in: text) else { return DraftText(String(text)) }
    var result = DraftText([])
    var literal = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      guard let gap = gaps.gap(of: scalar) else {
        literal.append(scalar)
        continue
      }
      result.append(.literal(String(literal)))
      literal = .init()
      result.append(.input(input(for: gap, isSecret: isSecret)))
    }
    result.append(.literal(String(literal)))
    return result
  }

  mutating func hidden(_ value: String, as name: String) -> DraftText {
    guard !value.isEmpty else { return DraftText("") }
    if let gap = gaps.whole(value) { return DraftText([.input(input(for: gap, isSecret: true))]) }
    noteHidden(value)
    return DraftText([.input(newInput(for: name, isSecret: true))])
  }

  mutating func stored(_ value: String, as kind: String) -> DraftText {
    guard !value.isEmpty else { return DraftText("") }
    if let gap = gaps.whole(value) { return DraftText([.input(input(for: gap, isSecret: true))]) }
    noteHidden(value)
    let label = ImportedName.label(of: host)
    let name = secrets.name(
      for: value, InputName.made(from: label.isEmpty ? kind : "\(label)_\(kind)"))
    let secret = ImportedRequest.StoredSecret(name: name, origin: origin)
    if !request.secrets.contains(secret) { request.secrets.append(secret) }
    return DraftText([.secret(name)])
  }

  private mutating func noteHidden(_ value: String) {
    guard ShellGaps.occur(in: value) else { return }
    note(
      "variable", "a credential that contains a variable is one secret: give all of it",
      isLoss: false)
  }

  /// The value of a header field, which is a secret input if it is a credential.
  mutating func draftText(ofHeader name: String, _ value: String) -> DraftText {
    SecretGate.isSecret(header: name, value) || !credentials(Array(value.utf8), nil).isEmpty
      ? hidden(value, as: name) : draftText(value)
  }

  /// The value of an item of a query, a form or an object, which is a secret input if it is a
  /// credential.
  mutating func draftText(ofItem name: String, _ value: String) -> DraftText {
    SecretGate.isSecret(item: name, value) || !credentials(Array(value.utf8), nil).isEmpty
      ? hidden(value, as: name) : draftText(value)
  }

  /// A text with secret inputs in the places of the credentials in it.
  mutating func draftText(ofBody text: String, type: String?) -> DraftText {
    let bytes = Array(text.utf8)
    var places = SecretShape.matches(in: bytes).map(\.range) + credentials(bytes, type)
    places.sort { ($0.lowerBound, $1.upperBound) < ($1.lowerBound, $0.upperBound) }
    var result = DraftText([])
    var position = 0
    for place in places where place.lowerBound >= position && !place.isEmpty {
      result.append(draftText(Self.text(bytes[position..<place.lowerBound])))
      result.append(hidden(Self.text(bytes[place]), as: "secret_value"))
      position = place.upperBound
    }
    result.append(draftText(Self.text(bytes[position...])))
    return result
  }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  // MARK: JSON

  /// JSON whose strings may have unknown values, with secret inputs for credentials.
  mutating func json(_ json: DraftJSON, of name: String = "", isSecret: Bool = false) -> DraftJSON {
    switch json {
    case .object(let members):
      return .object(
        members.map { member in
          let holds = NamedSecrets.plural(Array(name.utf8)) == .holders
          return (member.name, self.json(member.value, of: member.name, isSecret: holds))
        })
    case .array(let items):
      let holds = NamedSecrets.plural(Array(name.utf8)) == .credentials
      return .array(items.map { self.json($0, of: name, isSecret: holds) })
    case .text(let draft):
      guard let value = draft.literal else { return json }
      // `tokens` may be a list of words.
      let isListed = NamedSecrets.plural(Array(name.utf8)) == .holders
      let isSecret = isSecret || isListed && value.utf8.contains(where: \.isASCIIDigit)
      return .text(isSecret ? hidden(value, as: name) : draftText(ofItem: name, value))
    case .plain(let number):
      let isNumber = number.utf8.contains(where: \.isASCIIDigit)
      guard isNumber, isSecret || SecretGate.isSecret(item: name, number) else { return json }
      return .text(DraftText([.input(newInput(for: name, type: "number", isSecret: true))]))
    }
  }
}
