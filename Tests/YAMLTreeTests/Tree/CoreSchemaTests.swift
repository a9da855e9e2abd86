import Testing
import YAMLTree

@Suite("The core schema, YAML 1.2.2 section 10.3.2")
struct CoreSchemaTests {
  @Test("Null has several spellings", arguments: ["", "~", "null", "Null", "NULL"])
  func null(_ text: String) {
    #expect(Scalar(text, style: .plain).kind == .null)
  }

  @Test("Booleans are true or false")
  func booleans() {
    for text in ["true", "True", "TRUE"] {
      #expect(Scalar(text, style: .plain).kind == .boolean(true))
    }
    for text in ["false", "False", "FALSE"] {
      #expect(Scalar(text, style: .plain).kind == .boolean(false))
    }
  }

  @Test(
    "Integers are decimal, octal or hexadecimal",
    arguments: [
      "0", "7", "-0", "+1", "-19", "007", "0123456789", "123456789012345678901234567890",
      "0o7", "0o14", "0x1f", "0xDEADbeef", "0x0",
    ])
  func integer(_ text: String) {
    #expect(Scalar(text, style: .plain).kind == .integer)
  }

  @Test(
    "Floats include infinity and NaN",
    arguments: [
      "1.", "1.5", ".5", "-.5", "+.5", "-1.50", "1e5", "1E5", "1e-5", "1e+5", "1.e5", ".5e1",
      "12.30E+04", "00.1", ".inf", ".Inf", ".INF", "-.inf", "+.INF", ".nan", ".NaN", ".NAN",
    ])
  func float(_ text: String) {
    #expect(Scalar(text, style: .plain).kind == .float)
  }

  @Test(
    "Anything else is text",
    arguments: [
      "nUll", "nil", "none", "yes", "no", "on", "off", "tRue", "y", "truE", ".", "-", "+", "--1",
      "+-1", "1_000", "1,5", "1.2.3", "e5", ".e5", "1e", "1e+", "1e5.0", "0o", "0o8", "-0o7", "0O7",
      "0x", "0xg", "+0x1", "0X1F", "0b1", ".iNF", "-.nan", "+.NaN", "inf", "nan", "1 ", " 1",
      "12:30:45", "2024-01-01", "1a", "#1", "١", "１", "~~", "-\u{301}1", "0o\u{301}7", "null ",
      "<<", "=",
    ])
  func text(_ text: String) {
    #expect(Scalar(text, style: .plain).kind == .text)
  }

  @Test("Quoted values are text", arguments: ["", "~", "null", "true", "1", "1.5", ".inf", "0x1f"])
  func quoted(_ text: String) {
    #expect(Scalar(text, style: .quoted).kind == .text)
  }
}
