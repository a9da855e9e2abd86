/// The surroundings of a program, without the machine's own settings.
enum Surroundings {
  /// The environment.
  static let variables: [String: String] = [
    "PATH": "\(Place.programs):/usr/bin:/bin",
    "HOME": "\(Place.scratch)/home",
    "TMPDIR": Place.scratch,
  ]
}
