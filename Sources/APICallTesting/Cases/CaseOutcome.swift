import APICallBase
import APICallRequests
import APICallSafety

/// What came of one run of a case.
struct CaseOutcome {
  var output: [UInt8] = []
  var errors: [UInt8] = []
  var failure: Failure?
  /// The call that failed, or else was made last; nil if none was.
  var call: Call?
  var status: Int?
  /// The calls with their exchanges; nil if they were not noted.
  var log: CallLog?
  var redactor = Redactor([])
  var exit: Int { Int((failure?.status ?? .success).rawValue) }
}
