extension String {
  /// Whether another text stands in this one, octet by octet; an empty one does in any.
  ///
  /// In time that grows with both lengths, whatever is in them (Knuth, Morris and Pratt).
  package func holds(_ text: String) -> Bool {
    let wanted = Array(text.utf8)
    guard let first = wanted.first else { return true }
    // For each octet, how many of those before and with it the wanted text begins with, too.
    var borders = [0]
    borders.reserveCapacity(wanted.count)
    var border = 0
    for octet in wanted.dropFirst() {
      while border > 0, octet != wanted[border] { border = borders[border - 1] }
      if octet == wanted[border] { border += 1 }
      borders.append(border)
    }
    var matched = 0
    for octet in utf8 {
      if matched == 0, octet != first { continue }
      while matched > 0, octet != wanted[matched] { matched = borders[matched - 1] }
      if octet == wanted[matched] { matched += 1 }
      if matched == wanted.count { return true }
    }
    return false
  }
}
