package import APICallBase
package import APICallRequests
package import APICallSafety

/// What came of one run of a case.
package struct CaseOutcome: Sendable {
  /// What was printed on standard output.
  package var output: [UInt8] = []
  /// The bodies of unexpected responses, which `run` prints on standard error.
  package var errors: [UInt8] = []
  /// Why it failed; nil for a success.
  package var failure: Failure?
  /// The call that failed, or else was made last; nil if none was.
  package var call: Call?
  /// The status of the last response.
  package var status: Int?
  /// The calls with their exchanges; nil if they were not noted.
  package var log: CallLog?
  /// Masks the secrets that the run has used.
  package var redactor = Redactor([])
  /// The exit status.
  package var exit: Int { Int((failure?.status ?? .success).rawValue) }
}
