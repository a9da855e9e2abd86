/// The keys that lead to a value; they are listed only when they are needed.
indirect enum CodingPath {
  case root
  case key(any CodingKey, CodingPath)
  case index(Int, CodingPath)

  var keys: [any CodingKey] {
    var keys: [any CodingKey] = []
    var path = self
    while true {
      switch path {
      case .root: return keys.reversed()
      case .key(let key, let rest): (keys, path) = (keys + [key], rest)
      case .index(let index, let rest): (keys, path) = (keys + [PlainKey(index)], rest)
      }
    }
  }
}

/// A key without a type of its own.
struct PlainKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ text: String) { (stringValue, intValue) = (text, nil) }
  init(_ index: Int) { (stringValue, intValue) = (String(index), index) }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { self.init(intValue) }
}
