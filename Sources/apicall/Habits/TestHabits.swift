/// What options of other test runners are called in `apicall test`.
enum TestHabits {
  /// The hint for an option of `apicall test`; nil for one that is not known from elsewhere.
  static func hint(for option: String) -> String? {
    HabitTable.hint(for: option, in: PackageResources.test_options_txt)
      ?? RequestHabits.hint(for: option).map { _ in ofRun }
  }

  static let ofRun =
    "leave it out: a case sends what its file describes; 'apicall run' has options for a call"
}
