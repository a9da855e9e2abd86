/// Does what the user asks for, with a service and a view that it is given.
@MainActor package final class TodoInteractor {
  private let service: any TodoService
  private let view: any TodoView
  private var export: Task<Void, Never>?

  /// Creates an interactor.
  package init(service: any TodoService, view: any TodoView) {
    self.service = service
    self.view = view
  }

  /// Whether an export is in progress.
  package var isExporting: Bool { export != nil }

  /// Logs in, unless the name or the password cannot be right.
  ///
  /// - Returns: whether it worked.
  package func logIn(name: String, password: String) async -> Bool {
    let problems = service.problems(name: name, password: password)
    guard problems.isEmpty else {
      for problem in problems { view.complain(problem) }
      return false
    }
    return await perform { () async throws(ServiceError) in
      try await service.logIn(name: name, password: password)
      view.show("logged in as \(name)")
    }
  }

  /// Does what a line says, such as `add buy milk`.
  package func run(_ line: String) async {
    let words = line.split(separator: " ", maxSplits: 1)
    let rest = words.count > 1 ? String(words[1]) : ""
    switch words.first {
    case nil: break
    case "list":
      await perform { () async throws(ServiceError) in view.show(try await service.todos()) }
    case "add":
      await perform { () async throws(ServiceError) in
        view.show([try await service.add(title: rest)])
      }
    case "tick":
      guard let id = Int(rest) else { return view.complain("write a number, as in: tick 2") }
      await perform { () async throws(ServiceError) in view.show([try await service.tick(id: id)]) }
    case "export": startExport()
    case "cancel": cancelExport()
    case let word?: view.complain("'\(word)' is not list, add, tick, export or cancel")
    }
  }

  /// Waits for an export in progress.
  package func exportEnded() async { await export?.value }

  private func startExport() {
    guard export == nil else { return view.complain("an export is in progress already") }
    export = Task {
      await perform { () async throws(ServiceError) in
        let text = try await service.export { [view] received, total in
          await view.show(received: received, of: total)
        }
        view.show(text)
      }
      export = nil
    }
  }

  private func cancelExport() {
    guard let export else { return view.complain("there is nothing to cancel") }
    export.cancel()
  }

  @discardableResult
  private func perform(_ body: () async throws(ServiceError) -> Void) async -> Bool {
    do throws(ServiceError) {
      try await body()
      return true
    } catch {
      switch error {
      case .invalid(let problems): for problem in problems { view.complain(problem) }
      case .refused(let reason): view.complain("the service says: \(reason)")
      case .unreachable(let reason): view.complain("the service was not reached: \(reason)")
      case .cancelled: view.show("cancelled")
      case .failed(let text): view.complain(text)
      }
      return false
    }
  }
}
