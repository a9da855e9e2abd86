import APICallBase
import APICallModel
import APICallPlugins
import APICallReading
public import HTTPTypes
import YAMLTree

extension Endpoint {
  /// Builds an endpoint in Swift, without a file.
  ///
  /// ```swift
  /// let rename = try Endpoint(.put, "https://api.example.com/todos/{id}") {
  ///   $0.body = .json(["title": .input("title"), "done": false])
  ///   $0.authorization = .bearer(.secret(token))
  ///   $0.timeout = .seconds(2)
  /// }
  /// try await client.call(rename, ["id": 7, "title": "milk"])
  /// ```
  ///
  /// It is the same as a file with these fields, checked by the same rules. A token of the URL, such as
  /// `{id}`, takes the query item of its name if there is one. Each other token, and each
  /// ``Value/input(_:)``, is an input of that name, which calls give. Every other value is sent as it
  /// is.
  ///
  /// - Parameters:
  ///   - method: the method.
  ///   - url: the whole URL, percent-encoded; values of tokens are encoded for their place.
  ///   - fileID: where the program builds it, for messages.
  ///   - line: the line there.
  ///   - column: the column there.
  ///   - configure: sets the other parts.
  /// - Throws: ``RequestError/invalidEndpoint(_:)`` with everything that is wrong, at the place where
  ///   the program builds it.
  public init(
    _ method: HTTPRequest.Method, _ url: String, fileID: String = #fileID,
    line: Int = #line, column: Int = #column, configure: (inout Draft) -> Void = { _ in }
  ) throws(RequestError) {
    var draft = Draft()
    configure(&draft)
    let source = Source(name: fileID, text: "")
    let mark = Mark(source: source, start: Mark.Position(line: line, column: column))
    var tree = DraftTree(at: mark)
    let root = tree.root(method, url, draft)
    let content: EndpointSpec
    do throws(Failure) {
      guard tree.problems.isEmpty else { throw Failure(.badInput, tree.problems) }
      content = try EndpointReader(registry: Builtins.readingRegistry)
        .read(YAMLReading(root: root), of: source, in: FileContent.contextOfTexts)
      let used = content.usedNames
      let unused = draft.inputs.keys.sorted().filter { !used.contains($0) }
      guard unused.isEmpty else {
        let others = content.inputs.map(\.name).filter { draft.inputs[$0] == nil }
        throw Failure(
          .badInput,
          unused.map { name in
            Message(
              "the endpoint does not use the input '\(name)'", at: mark,
              hint: Nearest.word(to: name, among: others).map { "did you mean '\($0)'?" })
          })
      }
    } catch {
      throw .invalidEndpoint(error.diagnostics.map(Diagnostic.init))
    }
    self.init(
      content, Permissions(), given: tree.secrets.map { ($0.name, .text($0.value)) })
  }
}
