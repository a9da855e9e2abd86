/// What the pages of the manual, and sections of them, are called elsewhere.
enum TopicHabits {
  /// Finds the page that a word means, without `apicall-`, and the heading of its section; nil for
  /// the whole page.
  static func place(of word: String) -> (page: String, section: String?)? {
    HabitTable.hint(for: word.lowercased(), in: PackageResources.topics_txt).map { place in
      let parts = place.split(separator: ":")
      return (String(parts[0]), parts.count > 1 ? String(parts[1].dropFirst()) : nil)
    }
  }
}
