import APICall
import Testing

@Suite("Values of JSON", .timeLimit(.minutes(15)))
struct JSONValueTests {
  @Test("A value of any kind is taken apart, and keeps its text")
  func values() async throws {
    let json = try await response(
      #"{"a": [1.50, "x\u00e4", true, null], "b": {"c": -0}, "b": {"c": 1e2}}"#
    ).json
    #expect(json["a"]?.array?.map(\.text) == ["1.50", #""x\u00e4""#, "true", "null"])
    #expect(json["a"]?[1]?.string == "xä")
    #expect(json["a"]?[2]?.boolean == true)
    #expect(json["a"]?[-1]?.isNull == true)
    #expect(json["b"]?["c"]?.number?.description == "1e2")
    #expect(json.members?.map(\.key) == ["a", "b", "b"])
    #expect(json["a"]?.members == nil)
    #expect(json["b"]?.array == nil)
    #expect(json["c"] == nil)
    #expect("\(json["b"] ?? json)" == #"{"c": 1e2}"#)
    #expect(JSONValue("[1, {}]") == JSONValue(" [ 1.0,{ } ] "))
    #expect(JSONValue("[1") == nil)
  }

  @Test("A value inside a type keeps its text, and so does a number")
  func decoded() async throws {
    struct Item: Decodable {
      var price: JSONNumber
      var extra: JSONValue?
      var none: JSONValue?
    }
    let items: [Item] = try await response(
      #"[{"price": 0.10, "extra": {"a": [9007199254740993]}, "none": null}]"#
    ).decode()
    #expect(items[0].price.description == "0.10")
    #expect(items[0].extra?.text == #"{"a": [9007199254740993]}"#)
    #expect(items[0].none == nil)
  }

  @Test("Numbers are exact, and compared by value")
  func numbers() throws {
    let number = { (text: String) in try #require(JSONNumber(text)) }
    #expect(try number("1.0") == number("10e-1"))
    #expect(try number("0.1") < number("0.10000000000000000000000000000000001"))
    #expect(try Set([number("1"), number("1.00")]).count == 1)
    #expect(try Int(exactly: number("1e2")) == 100)
    #expect(try Int(exactly: number("1.5")) == nil)
    #expect(try Int8(exactly: number("-128.0")) == -128)
    #expect(try UInt8(exactly: number("256")) == nil)
    #expect(try UInt8(exactly: number("-1")) == nil)
    #expect(try UInt64(exactly: number("18446744073709551615.0")) == .max)
    #expect(try Int128(exactly: number("-170141183460469231731687303715884105728")) == .min)
    #expect(try Int(exactly: number("1e99999999999999999999")) == nil)
    #expect(try Double(number("0.1")) == 0.1)
    #expect(try Double(number("1e400")) == .infinity)
    #expect(try number("1e3").isInteger)
    #expect(JSONNumber("01") == nil)
    #expect(JSONNumber("NaN") == nil)
  }

  @Test("Points in time are ordered, and written as RFC 3339 does")
  func timestamps() {
    #expect(Timestamp("2026-01-31T12:00:00Z") == Timestamp(seconds: 1_769_860_800))
    #expect(Timestamp(seconds: 0, nanoseconds: 5) > Timestamp(seconds: 0))
    #expect(Timestamp(seconds: -1, nanoseconds: 5) < Timestamp(seconds: 0))
    #expect(Timestamp(seconds: 0, nanoseconds: -3).nanoseconds == 0)
    #expect(Timestamp(seconds: .max).description == "9223372036854775807")
    #expect(Timestamp("2026-02-30") == nil)
  }
}
