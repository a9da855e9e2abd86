import Glibc

/// How many generated cases a test tries.
package enum CaseCount {
  /// The number that `APICALL_CASES` asks for; nil if it is not set.
  package static let wanted = getenv("APICALL_CASES").flatMap { Int(String(cString: $0)) }

  /// Returns the number that a test tries: the usual one, unless another one is wanted.
  package static func picked(_ usual: Int) -> Int { wanted ?? usual }
}
