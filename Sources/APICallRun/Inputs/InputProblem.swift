package import APICallBase
package import APICallSpec
package import JSONText
package import YAMLTree

/// What is wrong with the value of an input, or with there being none.
package enum InputProblem: Error {
  /// A text that is no value of the type.
  case notOfType(InputDeclaration, String)
  /// A value of JSON that is of another type.
  case otherType(InputDeclaration, Value)
  /// The value of a profile is of another type.
  case inProfile(InputDeclaration, Value, Mark)
  /// What should be JSON is none.
  case notJSON(InputDeclaration, JSONSyntaxError)
  /// A list of JSON was given as if it were one text.
  case listAsText(InputDeclaration)
  /// A map of JSON was given as if it were text.
  case mapAsText(InputDeclaration)
  /// A whole list was given, and more items.
  case listAndMore(InputDeclaration)
  /// JSON was given where a file is needed.
  case jsonForFile(InputDeclaration)
  /// The value breaks a rule.
  case refused(InputDeclaration, InputRule.Refusal)
  /// A file cannot be read; the nearest name in its folder, if any is near.
  case unreadable(InputDeclaration, String, FileError, nearest: String?)
  /// A file is not text.
  case notText(InputDeclaration, String)
  /// What stands at a path is no regular file.
  case notFile(InputDeclaration, String, FileStatus.Kind)
  /// A path of a profile cannot be used.
  case confined(FileRootProblem, Mark)
  /// There is no value; whether it would have been asked for on a terminal, and why its variable may
  /// not be read.
  case missing(InputDeclaration, isAsked: Bool, Distrust? = nil)
  /// There is a variable with the value, which the file may not have read.
  case unread(InputDeclaration, Distrust)

  /// The exit status where nothing else is wrong.
  var status: ExitStatus {
    switch self {
    case .unreadable: .noInput
    case .unread: .noPermission
    default: .badInput
    }
  }
}

extension Failure {
  /// The failure that problems make: with their own status where all have the same, else 65.
  ///
  /// - Parameters:
  ///   - problems: what is wrong.
  ///   - problem: finds the problem in each.
  ///   - diagnostic: puts each in words.
  package init<Found>(
    _ problems: [Found], problem: (Found) -> InputProblem, diagnostic: (Found) -> Diagnostic
  ) {
    let status = problems.first.map { problem($0).status } ?? .badInput
    let isOne = problems.allSatisfy { problem($0).status == status }
    self.init(isOne ? status : .badInput, problems.map(diagnostic))
  }

  /// The failure that problems make.
  init(_ problems: [InputProblem]) {
    self.init(problems, problem: { $0 }, diagnostic: \.diagnostic)
  }
}
