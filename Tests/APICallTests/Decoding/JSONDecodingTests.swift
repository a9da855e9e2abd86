import APICall
import Testing

@Suite("Ways of decoding", .timeLimit(.minutes(15)))
struct JSONDecodingTests {
  struct Item: Decodable, Equatable {
    var dueDate: String
    var _id: Int?
    var labels: [String: Int]?
  }

  @Test("Keys in snake case become names of Swift; those of dictionaries stay")
  func snakeCase() async throws {
    let body = #"{"due_date": "x", "_id": 1, "labels": {"a_b": 2}}"#
    let item: Item = try await response(body).decode(using: JSONDecoding(keys: .fromSnakeCase))
    #expect(item == Item(dueDate: "x", _id: 1, labels: ["a_b": 2]))
  }

  @Test(
    "Each key in snake case becomes a name",
    arguments: [
      ("due_date", "dueDate"), ("a__b", "aB"), ("_x_y_", "_xY_"), ("URL", "URL"), ("___", "___"),
      ("HTTP_status", "httpStatus"), ("ä_ö", "äÖ"), ("dueDate", "dueDate"), ("", ""),
    ])
  func snakeCaseKey(key: String, name: String) async throws {
    struct Names: Decodable {
      var names: [String]
      init(from decoder: any Decoder) throws {
        names = try decoder.container(keyedBy: Name.self).allKeys.map(\.stringValue)
      }
    }
    let names: Names = try await response("{\"\(key)\": 1}")
      .decode(using: JSONDecoding(keys: .fromSnakeCase))
    #expect(names.names == [name])
  }

  @Test("A function of the program makes keys; the place of an error is that in the body")
  func customKeys() async throws {
    let decoding = JSONDecoding(keys: .custom { $0.lowercased() })
    let values: [Lower] = try await response(#"[{"VALUE": 1}, {"Value": 2}]"#)
      .decode(using: decoding)
    #expect(values == [Lower(value: 1), Lower(value: 2)])
    let wrong = try await response(#"[{"VALUE": "x"}]"#)
    let error = #expect(throws: RequestError.self) {
      try wrong.decode([Lower].self, using: decoding)
    }
    #expect(
      error?.diagnostics.map(\.message) == [
        "cannot decode $[0].VALUE: a string is not a number"
      ])
  }
  struct Lower: Decodable, Equatable { var value: Int }

  @Test("A repeated key counts as the last one, or is an error")
  func repeatedKeys() async throws {
    let body = try await response(#"{"value": 1, "value": 2}"#)
    #expect(try body.decode(Lower.self).value == 2)
    let error = #expect(throws: RequestError.self) {
      try body.decode(Lower.self, using: JSONDecoding(repeatedKeys: .refuse))
    }
    #expect(
      error?.diagnostics.map(\.message) == ["cannot decode $: the key 'value' is repeated"])
    let dictionary = #expect(throws: RequestError.self) {
      try body.decode([String: Int].self, using: JSONDecoding(repeatedKeys: .refuse))
    }
    #expect(dictionary?.diagnostics.map(\.message) == error?.diagnostics.map(\.message))
  }

  @Test("Infinity and 'not a number' are strings, if the program says so")
  func nonFinite() async throws {
    let body = try await response(#"["inf", "-inf", "nan", 1e3, -0]"#)
    let strings = JSONDecoding(
      nonFinite: .strings(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan"))
    let numbers = try body.decode([Double].self, using: strings)
    #expect(numbers.dropLast(2).map(\.description) == ["inf", "-inf", "nan"])
    #expect(numbers[3] == 1_000)
    #expect(numbers[4].sign == .minus)
    let refused = #expect(throws: RequestError.self) { try body.decode([Double].self) }
    #expect(
      refused?.diagnostics.map(\.message) == ["cannot decode $[0]: a string is not a number"])
    let large = try await response("[1e400]")
    let error = #expect(throws: RequestError.self) { try large.decode([Double].self) }
    #expect(
      error?.diagnostics.map(\.message) == [
        "cannot decode $[0]: the number 1e400 does not fit in Double"
      ])
  }

  @Test(
    "Dates are read as the server writes them",
    arguments: [
      (JSONDecoding.Dates.rfc3339, #""2026-01-31T12:00:00.25+01:00""#, "2026-01-31T11:00:00.25Z"),
      (.rfc3339, #""2026-01-31""#, "2026-01-31T00:00:00Z"),
      (.rfc3339, #""1969-12-31T23:59:59.5Z""#, "1969-12-31T23:59:59.5Z"),
      (.secondsSince1970, "1700000000", "2023-11-14T22:13:20Z"),
      (.secondsSince1970, "1700000000.000000001", "2023-11-14T22:13:20.000000001Z"),
      (.secondsSince1970, "1.7e9", "2023-11-14T22:13:20Z"),
      (.secondsSince1970, "-0.5", "1969-12-31T23:59:59.5Z"),
      (.secondsSince1970, "-1e-12", "1969-12-31T23:59:59.999999999Z"),
      (.secondsSince1970, "1e-4000000000", "1970-01-01T00:00:00Z"),
      (.secondsSince1970, "253402300799.9999999999", "9999-12-31T23:59:59.999999999Z"),
      (.millisecondsSince1970, "1700000000250", "2023-11-14T22:13:20.25Z"),
    ])
  func dates(dates: JSONDecoding.Dates, text: String, time: String) async throws {
    let times = try await response("[\(text)]")
      .decode([Timestamp].self, using: JSONDecoding(dates: dates))
    #expect(times.map(\.description) == [time])
  }

  @Test(
    "What is not such a date is an error",
    arguments: [
      (
        JSONDecoding.Dates.rfc3339, #""31.1.2026""#,
        "a string is not a date as RFC 3339 writes it, such as \"2026-01-31T12:00:00Z\""
      ),
      (
        .rfc3339, "1700000000",
        "a number is not a date as RFC 3339 writes it, such as \"2026-01-31T12:00:00Z\""
      ),
      (.secondsSince1970, "1e400", "a number is not a number of seconds since 1970"),
      (.secondsSince1970, "253402300800", "a number is not a number of seconds since 1970"),
      (.millisecondsSince1970, "true", "a boolean is not a number of milliseconds since 1970"),
      (.secondsSince1970, "null", "null is not a number of seconds since 1970"),
    ])
  func wrongDates(dates: JSONDecoding.Dates, text: String, message: String) async throws {
    let body = try await response("[\(text)]")
    let error = #expect(throws: RequestError.self) {
      try body.decode([Timestamp].self, using: JSONDecoding(dates: dates))
    }
    #expect(error?.diagnostics.map(\.message) == ["cannot decode $[0]: \(message)"])
  }

  @Test("A closure of the program decodes a type, at any depth, and its errors have a place")
  func adapters() async throws {
    var decoding = JSONDecoding()
    decoding.setDecoder(for: Lower.self) { decoder in
      let container = try decoder.singleValueContainer()
      guard let value = Int(try container.decode(String.self), radix: 16) else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "it is not hex")
      }
      return Lower(value: value)
    }
    let values = try await response(#"{"a": ["ff", "10"]}"#)
      .decode([String: [Lower]].self, using: decoding)
    #expect(values == ["a": [Lower(value: 255), Lower(value: 16)]])
    let wrong = try await response(#"["zz"]"#)
    let error = #expect(throws: RequestError.self) {
      try wrong.decode([Lower].self, using: decoding)
    }
    #expect(error?.diagnostics.map(\.message) == ["cannot decode $[0]: it is not hex"])
  }

  @Test("The types of the program get what it hands to them")
  func userInfo() async throws {
    struct Told: Decodable {
      static let key = CodingUserInfoKey(rawValue: "unit")
      var unit: String?
      init(from decoder: any Decoder) throws {
        unit = Self.key.flatMap { decoder.userInfo[$0] } as? String
      }
    }
    let key = try #require(Told.key)
    let told = try await response("[{}]").decode(
      [Told].self, using: JSONDecoding(userInfo: [key: "km"]))
    #expect(told.map(\.unit) == ["km"])
  }

  @Test("A part of the body is decoded where a path leads")
  func paths() async throws {
    let body = try await response(#"{"data": {"items": [{"value": 1}, {"value": 2}]}}"#)
    #expect(
      try body.decode([Lower].self, at: "$.data.items") == [Lower(value: 1), Lower(value: 2)])
    #expect(try body.decode(Int.self, at: "$..items[?@.value > 1].value") == 2)
    #expect(try body.decode(at: "$['data']['items'][0]['value']") == 1)
  }

  @Test(
    "A path that selects no value, or several, is an error",
    arguments: [
      (
        "$.data.item", "'$.data.item' selects nothing in the body\n  hint: the response has data"
      ),
      (
        "$.data[*]",
        """
        '$.data[*]' selects 2 values
          hint: decode a list that holds them, or write a path that selects one
        """
      ),
      (
        "data",
        "the path 'data' is not a JSONPath: character 1: a path begins with `$`, which stands for "
          + "the whole value"
      ),
    ])
  func wrongPaths(path: String, message: String) async throws {
    let body = try await response(#"{"data": [1, 2]}"#)
    #expect(
      #expect(throws: RequestError.self) { try body.decode(Int.self, at: path) }?.description
        == message)
    #expect(
      #expect(throws: RequestError.self) { try body.value(at: path) }?.description == message)
  }

  @Test("The place of an error in a part is that in the whole body")
  func placeInPart() async throws {
    let body = try await response("{\"data\":\n[{\"value\": 1}, {\"value\": []}]}")
    let error = #expect(throws: RequestError.self) {
      try body.decode([Lower].self, at: "$.data")
    }
    #expect(
      error?.description == """
        body:2:26: error: cannot decode $.data[1].value: an array is not a number
          2 | [{"value": 1}, {"value": []}]}
            |                          ^^
        """)
  }
}

private struct Name: CodingKey {
  var stringValue: String
  var intValue: Int? { nil }
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}
