import JSONText

extension SpecSchema {
  /// What a schema says of fields that exclude each other, and of those that one cannot do without.
  func slots(of fields: [FieldDescription]) -> [(key: String, value: BuiltJSON)] {
    var rules: [BuiltJSON] = []
    for slot in Self.slots {
      let names = fields.filter { $0.slots.contains(slot) }.map(\.name)
      let isNeeded = FieldSlots.needed.contains(slot)
      guard names.count > 1 || isNeeded && !names.isEmpty else { continue }
      let each = names.map(required)
      if isNeeded {
        rules.append(each.count == 1 ? each[0] : .map([("oneOf", .list(each))]))
      } else {
        let none: BuiltJSON = .map([("not", .map([("anyOf", .list(each))]))])
        rules.append(.map([("oneOf", .list([none] + each))]))
      }
    }
    guard rules.count == 1, case .map(let only) = rules[0] else {
      return rules.isEmpty ? [] : [("allOf", .list(rules))]
    }
    return only
  }

  /// Every slot there is.
  private static let slots = (0..<UInt16.bitWidth).map { FieldSlots(rawValue: 1 << $0) }

  private func required(_ name: String) -> BuiltJSON { .map([("required", .texts([name]))]) }
}
