package import APICallBase
package import APICallHTTP

/// Why a template cannot be read, or a value cannot stand where a placeholder is.
package enum TemplateProblem: Error, Sendable {
  /// Begins like a placeholder, but cannot be read as one.
  case unreadable(PlaceholderFault, TemplateSpan)
  /// No such name; the names that are known, and what they are.
  case unknownName(Reference, TemplateSpan, known: [String], nouns: String)
  /// Looks like a placeholder of an input or a let, and is none.
  case doubtful(DoubtfulText, noun: String)
  /// A name that is kept for what this version does not have.
  case reservedName(String, TemplateSpan)
  /// A let uses itself.
  case usesItself(String, TemplateSpan)
  /// A let uses one that is written below it.
  case usesLater(String, TemplateSpan)
  /// `<+name>` outside of a path.
  case plusOutsidePath(Placeholder)
  /// A secret in a host or a method.
  case secretShown(String, TemplateSpan)
  /// A stored secret in a host or a method.
  case storedSecretShown(String, TemplateSpan)
  /// `<secret>` without the name of one.
  case secretUnnamed(TemplateSpan)
  /// What cannot be the name of a secret.
  case secretMisnamed(String, TemplateSpan)
  /// No source has such a secret; what somebody does to store it.
  case noSecret(String, TemplateSpan, advice: String)
  /// A source cannot say whether it has such a secret.
  case secretFailed(String, TemplateSpan, SecretProblem)
  /// The value has no such member or item; which of the steps, counted from 0.
  case noStep(Reference, TemplateSpan, step: Int, of: String, inAnswer: Bool = false)
  /// A call before this one is named, and none of its values.
  case recordAlone(Reference, TemplateSpan)
  /// A call before this one has no such value; those that it has.
  case noMember(Reference, TemplateSpan, known: [String])
  /// A call is named that is made later.
  case comesLater(Reference, TemplateSpan)
  /// An optional input that was not given stands inside longer text, or where a value is needed.
  case unset(String, TemplateSpan)
  /// A list, a map, octets or null stand inside text.
  case notText(Placeholder, typeName: String)
  /// A function or a filter got what it does not take: a type's name, or a value in quotes.
  case notTaken(TemplateCallee, TemplateSpan, takes: String, got: ProtectedText)
  /// A format or a kind that comes from a value is none.
  case badArgument(PlaceholderFault, TemplateSpan)
  /// What a filter or a function needs is not to be had here.
  case unavailable(TemplateCallee, TemplateSpan)
  /// The value of a placeholder in a path is empty, `.` or `..`, or has such a segment.
  case notSegment(Placeholder, value: ProtectedText)
  /// The value of a placeholder that is all of a URL is none; what is wrong with its host.
  case notURL(Placeholder, value: ProtectedText, HostProblem?)
  /// A file that a filter reads cannot be read.
  case unreadableFile(TemplateSpan, file: ProtectedText, FileError)
  /// The values of a call amount to more than one may have.
  case tooMuch(TemplateSpan)
  /// The value of a placeholder in a host is not one DNS label.
  case notLabel(Placeholder, value: ProtectedText)
}
