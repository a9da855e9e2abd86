/// Something to do.
public struct Todo: Sendable, Equatable {
  /// Its number at the service.
  public var id: Int
  /// What is to be done.
  public var title: String
  /// Whether it is done.
  public var isDone: Bool

  /// Creates a to-do.
  public init(id: Int, title: String, isDone: Bool) {
    self.id = id
    self.title = title
    self.isDone = isDone
  }
}
