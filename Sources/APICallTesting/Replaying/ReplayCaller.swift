package import APICallBase

/// The caller of a replay: secrets that are not given have dummies, and every file is trusted.
///
/// A recording has gaps in place of secrets, and nothing is sent, so their values do not matter.
package struct ReplayCaller: Caller {
  private let caller: any Caller

  package init(_ caller: any Caller) { self.caller = caller }

  package func variable(_ name: String) -> String? { caller.variable(name) }

  package func standardInput(limit: Int) throws(FileError) -> [UInt8] {
    try caller.standardInput(limit: limit)
  }

  package func trustedFolder(covering folder: String) -> String? { folder }

  package func dummy(ofSecret name: String) -> String? { "dummy-\(name)" }

  package var canAnswer: Bool { caller.canAnswer }

  package func answer(to question: Question) -> Answer { caller.answer(to: question) }
}
