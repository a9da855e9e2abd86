/// Something to do.
package struct Todo: Sendable, Equatable {
  /// Its number at the service.
  package var id: Int
  /// What is to be done.
  package var title: String
  /// Whether it is done.
  package var isDone: Bool

  /// Creates a to-do.
  package init(id: Int, title: String, isDone: Bool) {
    self.id = id
    self.title = title
    self.isDone = isDone
  }
}
