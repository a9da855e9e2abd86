import ArgumentParser

/// Options that ArgumentParser reads, in the form in which the scanner would have found them.
///
/// Flags and options go by their long names.
protocol ScannedOptions: ParsableArguments {
  func add(to scanned: inout ArgumentScanner.Scanned)
}

extension ArgumentScanner.Scanned {
  /// Adds an option that may have been given.
  mutating func add(_ name: String, _ value: String?) {
    if let value { options.append((name, value)) }
  }

  /// Adds an option that may have been given several times.
  mutating func add(_ name: String, each values: [String]) {
    options += values.map { (name, $0) }
  }

  /// Adds a flag that may have been set.
  mutating func add(_ name: String, flag isSet: Bool) {
    if isSet { flags.append(name) }
  }
}
