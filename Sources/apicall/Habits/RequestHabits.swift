/// What options of curl and HTTPie are called in the commands without a file.
enum RequestHabits {
  /// The hint for an option; that of ``OptionHabits`` for the others.
  ///
  /// Returns the hint; nil for an option that is not known from elsewhere.
  static func hint(for option: String) -> String? {
    HabitTable.hint(for: option, in: PackageResources.request_options_txt)
      ?? OptionHabits.hint(for: option)
  }
}
