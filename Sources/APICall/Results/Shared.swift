/// A value behind one reference: a copy retains one object in place of every part.
final class Shared<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
