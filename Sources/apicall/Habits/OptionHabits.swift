/// What other programs' options are called here.
enum OptionHabits {
  /// The hint for an option that is known from elsewhere; nil for any other.
  static func hint(for option: String) -> String? {
    HabitTable.hint(for: option, in: PackageResources.run_options_txt)
  }
}
