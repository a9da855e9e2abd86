package import APICallBase
import APICallContracts
import APICallHTTP
package import APICallLanguage
package import APICallModel
import APICallRequests
import APICallSafety
import APICallText

/// What is known of the values of a call before it is made.
package protocol ForeseenValues {
  var scope: Scope { get }

  /// Returns whether nothing is known about a placeholder's value that a request needs.
  func isOpen(_ placeholder: Placeholder) -> Bool

  /// Returns whether the path of a file cannot be computed, given a placeholder in it.
  func isOpenPath(_ placeholder: Placeholder) -> Bool

  /// Returns whether a response cannot be compared with a placeholder's value yet.
  func isOpenOperand(_ placeholder: Placeholder) -> Bool
}

extension EndpointSpec {
  /// Finds errors in a request before its call is made, as far as its values are known.
  ///
  /// Returns every value that is invalid in its place; with exit status 77, why the project does
  /// not allow the request.
  package func foreseenProblems(
    in values: some ForeseenValues, by director: any HostDirector, mayLackHost: Bool,
    reading mayRead: (String) -> Bool, guards: Bool
  ) -> [Message] {
    // Text that is valid wherever a placeholder is allowed, also as the number of a page.
    let text = "1"
    let isOpen = values.isOpen
    var scope = values.scope
    if let path {
      for token in path.tokens
      where isOpen(Placeholder(name: token, container: path.template.mark)) {
        scope[token] = Scope.Binding(.text(text))
      }
    }
    var problems = authProblems(in: scope, by: text, where: isOpen)
    var parts = parts
    parts.auth = nil
    parts.body = bodyWithoutFiles
    for file in body?.files ?? [] where !isAnyOpen(file.path, values.isOpenPath) {
      problems += fileProblems(of: file, in: scope, reading: mayRead)
    }
    if case .file(let file) = body, problems.isEmpty {
      problems += textProblems(of: file, in: scope, values, reading: mayRead)
    }
    if isAnyOpen(method, isOpen) { parts.method = nil }
    let isElsewhere =
      isAnyOpen(host ?? url?.origin, isOpen) || (mayLackHost && lacksHost(by: director, in: scope))
    let director: any HostDirector = isElsewhere ? UnknownHost() : director
    if url?.template.sole.map(isOpen) == true { parts.url = nil }
    do throws(Failure) {
      let request = try director.request(
        for: EndpointSpec(parts).replacing(isOpen, by: text), in: scope)
      if isPlaceKnown(isOpen), let problem = pageProblem(of: request) { problems.append(problem) }
      if guards, !isElsewhere, !isAnyOpen(method, isOpen),
        let refusal = WriteGuard.refusal(of: request, in: self)
      {
        for var problem in refusal.diagnostics {
          problem.status = refusal.status
          problems.append(problem)
        }
      }
    } catch {
      problems += error.diagnostics
    }
    if !expectation.templates.contains(where: { isAnyOpen($0, values.isOpenOperand) }) {
      problems += Self.problems { () throws(Failure) in
        _ = try CallExpectation(expectation, of: self, in: scope)
      }
    }
    if !outputs.contains(where: { $0.templates.contains { isAnyOpen($0, isOpen) } }) {
      problems += Self.problems { () throws(Failure) in _ = try withOutputs(in: scope) }
    }
    var templates: [Template] = []
    visitTemplates { template, _ in templates.append(template) }
    return templates.withoutDummies(in: problems)
  }

  private func lacksHost(by director: any HostDirector, in scope: Scope) -> Bool {
    (host == nil || hostReference != nil) && url == nil && (try? director.host(in: scope)) == nil
  }

  private func isAnyOpen(_ template: Template?, _ isOpen: (Placeholder) -> Bool) -> Bool {
    template?.placeholders.contains(where: isOpen) ?? false
  }

  /// The errors in the options of `auth`; credentials of the user are not read.
  private func authProblems(
    in scope: Scope, by text: String, where isOpen: (Placeholder) -> Bool
  ) -> [Message] {
    Self.problems { () throws(Failure) in
      _ = try replacing(isOpen, by: text).auth?.authorization(
        at: UnknownHost.origin, in: scope, distrust: nil, isMock: true)
    }
  }

  /// The problems of a file that is sent with its placeholders replaced; none if it need not exist
  /// yet.
  private func textProblems(
    of file: VerbatimFile, in scope: Scope, _ values: some ForeseenValues,
    reading mayRead: (String) -> Bool
  ) -> [Message] {
    guard !file.names.isEmpty, !file.file.isOfUser(in: scope),
      !isAnyOpen(file.file.path, values.isOpenPath),
      let path = try? file.file.path.renderEntry(in: scope), mayRead(path.revealed)
    else { return [] }
    let areKnown = !file.names.contains {
      values.isOpen(Placeholder(name: $0.text, container: $0.mark))
    }
    return Self.problems { () throws(Failure) in
      try file.check(in: areKnown ? scope : nil, SpecFiles(self, scope))
    }
  }

  private static func problems(of work: () throws(Failure) -> Void) -> [Message] {
    do throws(Failure) { try work() } catch { return error.diagnostics }
    return []
  }

  /// Whether it is known whether the body has a place for the parameter of the next page.
  private func isPlaceKnown(_ isOpen: (Placeholder) -> Bool) -> Bool {
    (pagination?.places ?? []).allSatisfy { isKnown($0, isOpen) }
  }

  private func isKnown(_ place: RequestPlace, _ isOpen: (Placeholder) -> Bool) -> Bool {
    guard case .json(let names) = place else { return true }
    guard case .json(var payload) = body else {
      return !(body?.templates.contains { isAnyOpen($0, isOpen) } ?? false)
    }
    for name in names {
      guard case .map(let entries) = payload,
        let entry = entries.first(where: { $0.key == name })
      else { break }
      payload = entry.value
    }
    // A placeholder alone may become a map or a number.
    if case .text(let template) = payload, let sole = template.sole { return !isOpen(sole) }
    return true
  }

  private func pageProblem(of request: OutgoingRequest) -> Message? {
    guard let pagination else { return nil }
    do throws(PageFailure.Reason) {
      try PageSequence(pagination, from: request).check(request)
      return nil
    } catch {
      guard case .place(let reason) = error else { return nil }
      return Message("cannot request further pages: \(reason)", at: pagination.mark)
    }
  }

  private func fileProblems(
    of file: FileTemplate, in scope: Scope, reading mayRead: (String) -> Bool
  ) -> [Message] {
    guard !file.isOfUser(in: scope) else { return [] }
    let problems = file.problems(in: scope)
    guard problems.isEmpty, let path = try? file.path.renderEntry(in: scope),
      mayRead(path.revealed)
    else { return problems }
    do throws(Message) {
      _ = try SpecFiles(self, scope).body(file)
      return []
    } catch {
      return [error]
    }
  }

  private var bodyWithoutFiles: BodyTemplate? {
    switch body {
    case nil, .json, .ndjson, .form, .text: return body
    case .file: return nil
    case .multipart(var multipart):
      multipart.parts.removeAll { part in
        if case .file = part.content { true } else { false }
      }
      return .multipart(multipart)
    case .graphql(let graphql):
      guard case .file = graphql.document else { return body }
      return graphql.variables.map { .json($0) }
    }
  }
}

extension FileTemplate {
  fileprivate func isOfUser(in scope: Scope) -> Bool {
    guard case .file? = (try? path.sole?.binding(in: scope))?.value else { return false }
    return true
  }

  fileprivate func problems(in scope: Scope) -> [Message] {
    do throws(TemplateProblem) {
      _ = try path.renderEntry(in: scope)
      return []
    } catch {
      return [error.diagnostic]
    }
  }
}

/// Stands for a host that a response or the user determines.
private struct UnknownHost: HostDirector {
  static let origin = Origin(scheme: .https, host: "x")

  func host(in scope: Scope) throws(Message) -> HostAddress {
    HostAddress(origin: Self.origin, basePath: "")
  }
}
