import APICallBase
import APICallText

/// The kinds of made-up data of the function `fake`.
///
/// The data does not belong to anyone: the domains are those of RFC 2606, the telephone numbers are
/// reserved for fiction.
package enum FakeData: String, Sendable, CaseIterable {
  case name
  case firstName = "first_name"
  case lastName = "last_name"
  case email, phone, word, sentence, integer, uuid, company, city, country

  static func check(_ name: String) throws(PlaceholderFault) {
    guard FakeData(rawValue: name) != nil else { throw .unknownKind(name) }
  }

  func make(_ random: Randomness) -> Value {
    switch self {
    case .name: .text("\(random.pick(Self.firstNames)) \(random.pick(Self.lastNames))")
    case .firstName: .text(random.pick(Self.firstNames))
    case .lastName: .text(random.pick(Self.lastNames))
    case .email:
      .text(
        "\(random.pick(Self.firstNames)).\(random.pick(Self.lastNames))".lowercased()
          + "\(random.number(in: 1...9999))@example.\(random.pick(["com", "net", "org"]))")
    case .phone: .text("+1-\(random.number(in: 201...989))-555-01\(random.number(in: 10...99))")
    case .word: .text(random.pick(Self.words))
    case .sentence: .text(Self.sentence(random))
    case .integer: .number(String(random.number(in: 0...9999)))
    case .uuid: .text(random.uuid())
    case .company:
      .text(
        "\(random.pick(Self.lastNames)) \(random.pick(["Inc", "Ltd", "Group", "& Sons", "Labs"]))")
    case .city: .text(random.pick(Self.cities))
    case .country: .text(random.pick(Self.countries))
    }
  }

  private static func sentence(_ random: Randomness) -> String {
    let words = (0..<random.number(in: 4...9)).map { _ in random.pick(Self.words) }
    let text = words.joined(separator: " ")
    return text.prefix(1).uppercased() + text.dropFirst() + "."
  }

  private static let firstNames = [
    "Ada", "Amir", "Ben", "Chen", "Clara", "Dara", "Elena", "Femi", "Grace", "Hana", "Ivan",
    "Jonas",
    "Kira", "Leo", "Maya", "Nils", "Olga", "Priya", "Rosa", "Tomas",
  ]
  private static let lastNames = [
    "Adler", "Brook", "Costa", "Dietz", "Evans", "Fischer", "Garcia", "Haddad", "Ito", "Jensen",
    "Kovac", "Lindt", "Moreau", "Novak", "Okafor", "Park", "Rossi", "Singh", "Tanaka", "Weber",
  ]
  private static let words = [
    "apple", "bridge", "cloud", "dawn", "ember", "field", "garden", "harbour", "island", "journey",
    "kettle", "lantern", "meadow", "north", "ocean", "paper", "quiet", "river", "stone", "window",
  ]
  private static let cities = [
    "Accra", "Bergen", "Cusco", "Dakar", "Essen", "Florence", "Geneva", "Hanoi", "Izmir", "Jaipur",
    "Kyoto", "Lisbon", "Mumbai", "Nairobi", "Oslo", "Porto", "Quito", "Riga", "Seoul", "Turin",
  ]
  private static let countries = [
    "Argentina", "Brazil", "Canada", "Denmark", "Egypt", "Finland", "Ghana", "Hungary", "India",
    "Japan", "Kenya", "Latvia", "Mexico", "Norway", "Oman", "Peru", "Qatar", "Rwanda", "Spain",
    "Turkey",
  ]
}

extension PlaceholderFault {
  /// The kind of data is not known to `fake`.
  static func unknownKind(_ kind: String) -> PlaceholderFault {
    PlaceholderFault(
      "unknown kind of data '\(kind)'",
      hint: Nearest.hint(for: kind, among: FakeData.allCases.map(\.rawValue), noun: "kinds"))
  }
}
