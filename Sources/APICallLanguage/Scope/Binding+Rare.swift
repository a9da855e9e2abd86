package import APICallSafety

extension Scope.Binding {
  /// What few values have, behind one reference: the other values are copied in less time.
  final class Rare: Sendable {
    fileprivate let traits: Traits

    fileprivate init(_ traits: Traits) { self.traits = traits }
  }

  fileprivate struct Traits: Sendable {
    var parts: [SecretPart] = []
    var echoes: EchoSearch?
    var absence: Absence?
    var received: ReceivedText?
    var latin1: [String] = []
  }

  private mutating func change(_ change: (inout Traits) -> Void) {
    var traits = rare?.traits ?? Traits()
    change(&traits)
    rare = Rare(traits)
  }

  package var parts: [SecretPart] {
    get { rare?.traits.parts ?? [] }
    set { if rare != nil || !newValue.isEmpty { change { $0.parts = newValue } } }
  }

  package var echoes: EchoSearch? {
    get { rare?.traits.echoes }
    set { if rare != nil || newValue != nil { change { $0.echoes = newValue } } }
  }

  /// Why there is no value; nil if the file itself has none.
  var absence: Absence? {
    get { rare?.traits.absence }
    set { if rare != nil || newValue != nil { change { $0.absence = newValue } } }
  }

  /// What else is known of the text of a body; nil for another value.
  package var received: ReceivedText? {
    get { rare?.traits.received }
    set { if rare != nil || newValue != nil { change { $0.received = newValue } } }
  }

  /// The texts in the value that were ISO 8859-1 in a header field.
  package var latin1: [String] {
    get { rare?.traits.latin1 ?? [] }
    set { if rare != nil || !newValue.isEmpty { change { $0.latin1 = newValue } } }
  }
}
