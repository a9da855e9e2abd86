package import APICallBase
import APICallHTTP
package import APICallSpec
import YAMLTree

extension Endpoint {
  /// Finds errors in a request before its call is made, as far as its values are known.
  ///
  /// - Parameters:
  ///   - scope: the names whose values, or at least whose types, are known.
  ///   - director: knows the host of the request.
  ///   - mayLackHost: whether the user may still give a host.
  ///   - mayRead: returns whether a file of the spec has to exist by now, given its path.
  ///   - isOpen: returns whether nothing is known about a placeholder's value.
  /// - Returns: every value that is invalid in its place.
  package func foreseenProblems(
    in scope: Scope, by director: any RequestDirector, mayLackHost: Bool,
    reading mayRead: (String) -> Bool,
    where isOpen: (Placeholder) -> Bool
  ) -> [Diagnostic] {
    // Text that is valid wherever a placeholder is allowed.
    let text = "x"
    var scope = scope
    if let path {
      for token in path.tokens
      where isOpen(Placeholder(name: token, container: path.template.mark)) {
        scope[token] = Scope.Binding(.text(text))
      }
    }
    var problems = authProblems(in: scope, by: text, where: isOpen)
    var parts = parts
    parts.auth = nil
    let known = parts.body?.files.filter { !isAnyOpen($0.path, isOpen) } ?? []
    for file in known { problems += file.problems(in: scope) }
    parts.body = foreseenBody { file in
      guard !isAnyOpen(file.path, isOpen), !file.isOfUser(in: scope),
        let path = try? file.path.renderEntry(in: scope)
      else { return false }
      return mayRead(path.revealed)
    }
    if isAnyOpen(method, isOpen) { parts.method = nil }
    let isElsewhere =
      isAnyOpen(host ?? url?.origin, isOpen) || (mayLackHost && lacksHost(by: director, in: scope))
    let director: any RequestDirector = isElsewhere ? UnknownHost() : director
    if url?.template.sole.map(isOpen) == true { parts.url = nil }
    let isWhole = !(body?.templates.contains { isAnyOpen($0, isOpen) } ?? false)
    do throws(Failure) {
      let request = try director.request(
        for: Endpoint(parts).replacing(isOpen, by: text), in: scope)
      if isWhole, let problem = pageProblem(of: request) { problems.append(problem) }
    } catch {
      problems += error.diagnostics
    }
    if !expectation.templates.contains(where: { isAnyOpen($0, isOpen) }) {
      do throws(Failure) {
        _ = try CallExpectation(of: self, in: scope)
      } catch {
        problems += error.diagnostics
      }
    }
    return problems
  }

  /// Whether a profile would have to say where the request goes, and none does.
  private func lacksHost(by director: any RequestDirector, in scope: Scope) -> Bool {
    (host == nil || hostReference != nil) && url == nil && (try? director.host(in: scope)) == nil
  }

  private func isAnyOpen(_ template: Template?, _ isOpen: (Placeholder) -> Bool) -> Bool {
    template?.placeholders.contains(where: isOpen) ?? false
  }

  /// The errors in the options of `auth`; what their values result in is checked with the call.
  private func authProblems(
    in scope: Scope, by text: String, where isOpen: (Placeholder) -> Bool
  ) -> [Diagnostic] {
    var problems: [Diagnostic] = []
    for option in replacing(isOpen, by: text).auth?.options ?? [] {
      do throws(TemplateProblem) {
        _ = try option.value.renderEntry(in: scope)
      } catch {
        problems.append(error.diagnostic)
      }
    }
    return problems
  }

  /// Why a further page cannot be requested.
  private func pageProblem(of request: Request) -> Diagnostic? {
    guard let pagination else { return nil }
    do throws(PageFailure.Reason) {
      try PageCourse(pagination, from: request).check(request)
      return nil
    } catch {
      guard case .place(let reason) = error else { return nil }
      return Diagnostic("cannot request further pages: \(reason)", at: pagination.mark)
    }
  }

  /// The body without the text of files, which is read when it is sent.
  ///
  /// It contains only the files that are read now.
  private func foreseenBody(reading isRead: (FileTemplate) -> Bool) -> BodyTemplate? {
    switch body {
    case nil, .json, .form, .text: return body
    case .file(var file):
      guard isRead(file.file) else { return nil }
      file.names = []
      return .file(file)
    case .multipart(var multipart):
      multipart.parts.removeAll { part in
        if case .file(let file) = part.content { !isRead(file) } else { false }
      }
      return .multipart(multipart)
    case .graphql(let graphql):
      guard case .file(let file) = graphql.document, !isRead(file) else { return body }
      return graphql.variables.map { .json($0) }
    }
  }
}

extension FileTemplate {
  /// Whether the user named the file.
  fileprivate func isOfUser(in scope: Scope) -> Bool {
    guard case .file? = (try? path.sole?.binding(in: scope))?.value else { return false }
    return true
  }

  /// The errors in the value that names a file.
  fileprivate func problems(in scope: Scope) -> [Diagnostic] {
    guard !isOfUser(in: scope) else { return [] }
    do throws(TemplateProblem) {
      _ = try path.renderEntry(in: scope)
      return []
    } catch {
      return [error.diagnostic]
    }
  }
}

/// Stands for a host that a response or the user determines.
private struct UnknownHost: RequestDirector {
  func host(in scope: Scope) throws(Diagnostic) -> HostAddress {
    HostAddress(origin: Origin(scheme: .https, host: "x"), basePath: "")
  }
}
