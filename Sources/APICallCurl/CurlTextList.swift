import CLibCurl

/// Lines as libcurl takes them, which it does not copy (curl_slist_append(3)).
struct CurlTextList: ~Copyable {
  /// The list's first entry; nil where there is none.
  private(set) var first: UnsafeMutablePointer<curl_slist>?

  /// Creates a list.
  init(_ lines: [String]) {
    // Without memory the list stays as it was.
    for line in lines { first = curl_slist_append(first, line) ?? first }
  }

  deinit { curl_slist_free_all(first) }
}
