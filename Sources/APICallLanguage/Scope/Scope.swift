package import APICallBase
package import APICallSafety
package import APICallText
import JSONText
package import YAMLTree

/// The names that placeholders may use, and their values.
package struct Scope: Sendable {
  /// The name of a row that has no other.
  package static let nameOfRow = "it"

  /// The value of a name, and its provenance.
  package struct Binding: Sendable {
    /// The value; nil for an optional input that was not given.
    package var value: Value?
    package var provenance: Provenance
    var rare: Rare?

    package init(_ value: Value?, from provenance: Provenance) {
      self.value = value
      self.provenance = provenance
    }

    package init(_ value: Value?, isSecret: Bool = false) {
      self.init(value, from: Provenance(.file, isSecret ? .masked : .open))
    }

    /// The value of a step that has left out its only row: none, but a request must not lose what
    /// would be made of it.
    package init(withoutRow provenance: Provenance) {
      self.init(nil, from: provenance)
      absence = .row
    }

    package var lacksRow: Bool {
      if case .row? = absence { true } else { false }
    }

    package init(lacking problem: String) {
      self.init(nil, from: Provenance(.response))
      let hint = "write | default(…) after it for a value in its place"
      absence = .part(
        MissingPart(Message(problem, hint: hint, status: .decoding), isOfWhole: true))
    }

    /// Whether the value is masked wherever it is shown.
    package var isSecret: Bool { provenance.secrecy.isMasked }

    /// A part of a value with its own secrecy.
    package struct SecretPart: Sendable {
      package var value: Value
      package var secrecy: Secrecy

      package init(value: Value, secrecy: Secrecy) {
        self.value = value
        self.secrecy = secrecy
      }
    }
  }

  /// The source of digests and randomness; nil if functions cannot be called.
  package var world: World? { names.held?.world }
  /// The value of `now()`, which is constant during a call.
  package private(set) var now: UTCTimestamp
  private(set) var allowance: RenderAllowance
  /// The names of the current row of values, in whichever file an expression is.
  package var row = ScopeRecord()
  private var names: Names

  /// What copies of a scope share until one of them changes it: a call makes a dozen copies, with half
  /// a dozen references to count in each.
  ///
  /// It is changed only while one scope has it.
  private final class Names: @unchecked Sendable {
    var held: SharedWorld?
    var secrets: CallSecrets?
    var bindings = ScopeRecord()
    var absences: AbsenceWatch?
    var records: [(name: String, record: ScopeRecord)] = []
    var outer: OuterScope?
    var cookieUser = ""

    init(in held: SharedWorld?) { self.held = held }

    init(copying other: Names) {
      held = other.held
      secrets = other.secrets
      bindings = other.bindings
      absences = other.absences
      records = other.records
      outer = other.outer
      cookieUser = other.cookieUser
    }
  }

  private var own: Names {
    mutating get {
      if !isKnownUniquelyReferenced(&names) { names = Names(copying: names) }
      return names
    }
  }

  /// The stored secrets of the call; nil to use a dummy for each.
  package var secrets: CallSecrets? {
    get { names.secrets }
    set { own.secrets = newValue }
  }

  /// Notes what no row has; nil if expressions are not evaluated for rows.
  package var absences: AbsenceWatch? {
    get { names.absences }
    set { own.absences = newValue }
  }

  /// The names of the script that makes the call, for texts in the script.
  package var outer: OuterScope? {
    get { names.outer }
    set { own.outer = newValue }
  }

  /// Whose cookies the call uses; empty if all calls share them.
  package var cookieUser: String {
    get { names.cookieUser }
    set { own.cookieUser = newValue }
  }

  package var records: [(name: String, record: ScopeRecord)] { names.records }

  package init() {
    names = Names(in: nil)
    now = UTCTimestamp(seconds: 0)
    allowance = RenderAllowance()
  }

  package init(_ world: World, allowance: RenderAllowance = RenderAllowance()) {
    self.allowance = allowance
    names = Names(in: SharedWorld(world))
    now = world.now()
  }

  /// Creates a scope without names, for a separate call in the world of another scope.
  package init(besides other: Scope) {
    names = Names(in: other.names.held)
    now = other.world?.now() ?? other.now
    allowance = RenderAllowance()
  }

  /// The same names for another call, with its own time and its own allowance.
  package func atPresent() -> Scope {
    var scope = self
    if let held = names.held { scope.now = held.world.now() }
    scope.allowance = RenderAllowance()
    return scope
  }

  /// Whether its texts go into header fields and URLs, in which bytes of a response that are not
  /// UTF-8 stay as they are.
  private(set) var isOfFields = false

  package func forFields() -> Scope {
    var scope = self
    scope.isOfFields = true
    return scope
  }

  /// The same names for rows of values, with an allowance of their own.
  package func forRows() -> Scope {
    var scope = self
    scope.allowance = RenderAllowance()
    return scope
  }

  /// Gives the next row the whole allowance of the rows.
  package func beginRow() { allowance.renew() }

  package func inWorld(_ world: World) -> Scope {
    var scope = self
    scope.own.held = SharedWorld(world)
    scope.allowance = RenderAllowance()
    return scope
  }

  package subscript(name: String) -> Binding? {
    get { names.bindings[name] }
    set { own.bindings[name] = newValue }
  }

  package func record(named name: String) -> ScopeRecord? {
    names.records.first { $0.name == name }?.record
  }

  /// Adds the results of a call, in place of any other value of that name.
  package mutating func add(_ record: ScopeRecord, named name: String) {
    let own = own
    own.records.removeAll { $0.name == name }
    own.records.append((name, record))
  }
}

/// Why a name or an expression has no value.
enum Absence: Sendable {
  /// The optional input was not given.
  case input(String)
  /// A map does not have the member, or a list the item.
  case part(MissingPart)
  /// A step has left out the only row.
  case row
}

/// A member or an item that a value does not have.
package final class MissingPart: Sendable {
  package let problem: Message
  /// The value without it; nil if it is not JSON.
  private let whole: JSONNode?
  private let step: Reference.Step?
  private let isShown: Bool
  /// Whether the value is a part of a response, or of a row, that is null, which is as good as
  /// missing itself.
  var isInNull: Bool { whole?.isNull == true && !isOfWhole }
  /// Whether the value is the whole that a name of a response stands for.
  private let isOfWhole: Bool
  /// Whether the value is all of what a name stands for.
  let isFirstStep: Bool

  init(
    _ problem: Message, _ step: Reference.Step? = nil, of whole: Value? = nil,
    isShown: Bool = true, isOfWhole: Bool = false, isFirstStep: Bool = false
  ) {
    self.isOfWhole = isOfWhole
    self.isFirstStep = isFirstStep
    self.problem = problem
    self.step = step
    self.isShown = isShown
    if case .json(let json)? = whole { self.whole = json } else { self.whole = nil }
  }

  /// The same with the place where the value is needed, unless it has a place.
  func placed(at mark: Mark) -> MissingPart {
    guard problem.mark == nil else { return self }
    var problem = problem
    problem.mark = mark
    return MissingPart(problem, isOfWhole: isOfWhole)
  }

  /// Describes the value without it, and the member that is most like it.
  ///
  /// Returns the hint; nil if nothing is known of the value.
  package func hint(in noun: String) -> String? {
    guard isShown, let whole else { return nil }
    let key = if case .member(let key)? = step { key } else { String?.none }
    return JSONContents(whole).hint(without: key, in: noun)
  }
}

/// A world that all copies of a scope share, because it has a dozen references to count.
private final class SharedWorld: Sendable {
  let world: World

  init(_ world: World) { self.world = world }
}

extension Scope {
  /// The secret values, in the order of binding, and the stored secrets that the call uses.
  package var secretValues: [Value] {
    var values = names.bindings.members.compactMap {
      $0.binding.isSecret ? $0.binding.value : nil
    }
    for (_, record) in records { values += record.secretValues }
    values += outer?.scope.secretValues ?? []
    guard let secrets, !secrets.isEmpty else { return values }
    return values + secrets.values.map { .text($0.value.revealed) }
  }
}

extension Scope.Binding: CustomStringConvertible, CustomReflectable {
  /// The value, masked if it is secret.
  package var description: String {
    guard let value else { return "nothing" }
    return isSecret ? ProtectedText.mask : String(decoding: value.jsonText, as: UTF8.self)
  }

  /// A mirror without the value, which `dump` would print.
  package var customMirror: Mirror { Mirror(self, children: ["shown": description]) }
}

/// The results of a call for later calls: named values, such as its outputs and its status.
package struct ScopeRecord: Sendable {
  // A list: a call has few names, and the first dictionary takes Swift's runtime longer than all of
  // them.
  package private(set) var members: [(name: String, binding: Scope.Binding)] = []
  /// The memory of the run that they take, as long as the record is used; nil if they are not
  /// counted.
  private var memory: MemoryBudget.Share?
  /// Whether the values are results; false: the call was not made, or failed, and they are null.
  package var hasResults = true

  package init() {}

  /// The same values, counted as memory of a run.
  ///
  /// A small part of a large body no longer holds the body.
  ///
  /// Throws a ``Failure`` with exit status 74 if there is too little memory.
  package func counted(in budget: MemoryBudget?) throws(Failure) -> ScopeRecord {
    guard let budget, memory == nil else { return self }
    let share = MemoryBudget.Share(of: budget)
    var record = self
    for index in members.indices {
      guard let value = members[index].binding.value?.onItsOwn else { continue }
      try share.take(value)
      record.members[index].binding.value = value
      try members[index].binding.received?.take(from: share)
      for part in members[index].binding.parts { try share.take(part.value) }
    }
    record.memory = share
    return record
  }

  package subscript(name: String) -> Scope.Binding? {
    get { members.first { $0.name == name }?.binding }
    set {
      guard let index = members.firstIndex(where: { $0.name == name }) else {
        if let newValue { members.append((name, newValue)) }
        return
      }
      if let newValue { members[index].binding = newValue } else { members.remove(at: index) }
    }
  }

  /// The secrecy of all its values together.
  package var secrecy: Secrecy { .joined(members.map(\.binding.provenanceOfWhole.secrecy)) }

  package func joining(_ secrecy: Secrecy) -> ScopeRecord {
    guard secrecy != .open else { return self }
    var record = self
    for index in members.indices {
      record.members[index].binding.provenance.secrecy.join(secrecy)
    }
    return record
  }

  var secretValues: [Value] {
    members.flatMap { member in
      member.binding.isSecret
        ? member.binding.value.map { [$0] } ?? []
        : member.binding.parts.filter(\.secrecy.isMasked).map(\.value)
    }
  }
}

/// The names of a script, as seen by its calls.
///
/// A placeholder uses the names of the file that contains it: the fields of a step use those of the
/// script, all others those of the called file.
package final class OuterScope: Sendable {
  package let source: Source
  package let scope: Scope

  package init(_ scope: Scope, of source: Source) {
    self.scope = scope
    self.source = source
  }
}

/// A part of the response that later steps may use, in addition to the outputs.
package enum ResponsePart: String, Sendable, CaseIterable {
  case status, headers, trailers, body, url
  case value
}
