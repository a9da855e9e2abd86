import APICallBase

extension Endpoint {
  /// The method as it is written; the one that is meant where none is.
  package var writtenMethod: String { method?.written ?? defaultMethod }

  /// The path as it is written, with its leading slash, or the whole URL.
  package var writtenPath: String {
    if let url { return url.template.written }
    let path = path?.template.written ?? "/"
    return path.begins(with: "/") ? path : "/" + path
  }

  /// Where it goes as it is written: the host, where the file names one, and the path.
  package var writtenTarget: String { (host?.written ?? "") + writtenPath }
}
