import APICallBase
import APICallHTTP
import APICallText
import JSONText
import Patterns

/// Why a filter has no result.
enum FilterRefusal: Error {
  /// The value has another type than these words describe; the second text describes the value, if
  /// its type is not enough.
  ///
  /// The texts must not quote the value, which may be secret.
  case takes(String, got: String? = nil, hint: String? = nil)
  /// The list has two values of different types where these words describe what it has to have.
  case mixed(String, Value, Value, hint: String?)
  /// The argument with this index has another type or value than these words describe; the second
  /// text describes a value that it has for an item.
  case takesArgument(String, index: Int = 0, got: String? = nil)
  /// The argument with this index has the right type, but these words describe what it has to be.
  case badArgument(PlaceholderFault, words: String, index: Int? = nil)
  case exceeds(String)
  case pattern(PatternLimit)
  case tooMuch
  case tooManySteps
  case unavailable
  case unreadable(InputFile, FileError)
  case problem(Message)
  /// The result is missing; the message says why, and the hint may show the value.
  case missing(String, hint: String?)
}

/// The arguments of a filter that are evaluated for each item; the evaluation itself knows filters.
protocol ItemArguments: AnyObject {
  var count: Int { get }

  /// Evaluates an argument; nil if the value is missing.
  func value(_ index: Int, for item: JSONNode) throws(FilterRefusal) -> Value?

  /// Evaluates a condition; a missing value is false.
  func isTrue(_ index: Int, for item: JSONNode) throws(FilterRefusal) -> Bool

  func path(_ index: Int) -> [Reference.Step]

  /// The hint for an item in which the path of an argument leads nowhere; nil if none may be shown.
  func hint(_ index: Int, in whole: JSONNode) -> String?

  /// Notes whether the path of an argument leads somewhere, which it has to do in one of several
  /// values.
  func note(_ index: Int, isThere: Bool, in whole: JSONNode)
}

/// The value before the `|` and the arguments between the parentheses of a filter.
struct FilterCall {
  let value: Value
  let arguments: [Value]
  let scope: Scope
  let items: any ItemArguments
  /// Whether another value is taken if the result is missing.
  let isReplaced: Bool

  func text() throws(FilterRefusal) -> String {
    guard let text = value.plainText else { throw .takes("text") }
    return text
  }

  /// The bytes of the value: UTF-8 for text, a number, true or false; the content of a file.
  func bytes() throws(FilterRefusal) -> [UInt8] { try bytes(of: value) }

  func list() throws(FilterRefusal) -> JSONNode {
    guard case .json(let json) = value, json.kind == .array else { throw .takes("a list") }
    return json
  }

  func map() throws(FilterRefusal) -> JSONNode {
    guard case .json(let json) = value, json.kind == .object else { throw .takes("a map") }
    return json
  }

  func text(at index: Int) throws(FilterRefusal) -> String {
    guard let text = argument(index)?.plainText else { throw .takesArgument("text", index: index) }
    return text
  }

  func integer(at index: Int, in range: ClosedRange<Int> = Int.min...Int.max) throws(FilterRefusal)
    -> Int
  {
    guard let text = argument(index)?.plainText, let number = Int(text)
    else { throw .takesArgument("a whole number", index: index) }
    guard range.contains(number) else {
      throw .takesArgument(
        "a number from \(range.lowerBound) to \(range.upperBound)", index: index)
    }
    return number
  }

  func bytes(at index: Int) throws(FilterRefusal) -> [UInt8] {
    do {
      return try bytes(of: argument(index) ?? .bytes([]))
    } catch {
      guard case .unreadable = error else { throw .takesArgument("text or bytes", index: index) }
      throw error
    }
  }

  /// An argument; nil if an optional one is missing.
  func argument(_ index: Int) -> Value? {
    index < arguments.count ? arguments[index] : nil
  }

  func size(of file: InputFile) throws(FilterRefusal) -> Int {
    guard let files = scope.world?.files else { throw .unavailable }
    do { return try file.size(in: files) } catch { throw .unreadable(file, error) }
  }

  private func bytes(of value: Value) throws(FilterRefusal) -> [UInt8] {
    if case .bytes(let bytes) = value { return bytes }
    if case .file(let file) = value {
      guard let files = scope.world?.files else { throw .unavailable }
      let isInput = file.path == BodyFile.standardInput
      // Opening a pipe waits for a writer.
      guard isInput || files.status(of: file.path)?.kind != .other
      else { throw .unreadable(file, .other("it is a device, a pipe or a socket")) }
      let bytes = try rethrowing(file.read(in: files, limit: BufferedBytes.limit)) {
        FilterRefusal.unreadable(file, $0)
      }
      guard scope.allowance.spend(bytes.count / RenderAllowance.bytesOfStep)
      else { throw .tooManySteps }
      return bytes
    }
    guard let plainText = value.plainText else { throw .takes("text or bytes") }
    return Array(plainText.utf8)
  }
}
