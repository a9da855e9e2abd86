package import JSONText

/// Which value of a stream is the last one that is wanted: `stop:`.
package struct StopCondition: Sendable {
  /// What has to stand where; all of it has to hold.
  var tests: [Test]

  /// A place in a value, and the value that has to be there.
  struct Test: Sendable {
    var path: JSONPath
    var value: JSONValue
  }

  /// Says whether a value is the last one.
  ///
  /// - Parameter value: a value of a stream.
  /// - Returns: whether each path leads to a value that equals its own, as JSON: 1 equals 1.0, and
  ///   the order of keys does not matter.
  package func holds(for value: JSONValue) -> Bool {
    tests.allSatisfy { test in
      // A singular path asks for no expression, and looks at no more than its own steps.
      let found = try? test.path.select(in: value).first
      return found?.isEqual(to: test.value) == true
    }
  }
}
