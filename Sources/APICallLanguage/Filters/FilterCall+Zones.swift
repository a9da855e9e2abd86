import APICallBase
import APICallText

extension TemplateParameter {
  static let zone = TemplateParameter(
    "zone", .text, isOptional: true,
    checkingWith: { (name) throws(PlaceholderFault) in
      if !ZoneName.isValid(name) { throw PlaceholderFault(.unknown(name, nearest: nil)) }
    },
    checkingIn: { (name, files) throws(PlaceholderFault) in
      _ = try rethrowing(ZoneDatabase(files: files).rules(of: name)) { PlaceholderFault($0) }
    })
}

extension FilterCall {
  private static let stepsOfZone = 200

  /// The rules of the time zone that an argument names; nil without the argument, and for UTC.
  func zone(at index: Int) throws(FilterRefusal) -> ZoneRules? {
    guard argument(index) != nil else { return nil }
    let name = try text(at: index)
    guard name != ZoneName.utc else { return nil }
    guard let files = scope.world?.files else { throw .unavailable }
    guard scope.allowance.spend(Self.stepsOfZone) else { throw .tooManySteps }
    return try rethrowing(ZoneDatabase(files: files).rules(of: name)) {
      FilterRefusal.badArgument(PlaceholderFault($0), words: "a time zone", index: index)
    }
  }
}

extension PlaceholderFault {
  init(_ problem: ZoneDatabase.Problem) {
    switch problem {
    case .unknown(let name, let nearest):
      self.init(
        "unknown time zone '\(name)'",
        hint: nearest.map { "did you mean '\($0)'?" }
          ?? "write a name of the time zone database, such as Europe/Berlin, or UTC")
    case .missing(let folder):
      self.init(
        "this machine has no time zone database in \(folder)",
        hint: "install it, on Debian the package tzdata, or set TZDIR to its folder")
    case .unusable(let name, let reason):
      self.init(
        "cannot read the time zone '\(name)': \(reason)",
        hint: "write another name, or install the package tzdata again")
    }
  }
}
