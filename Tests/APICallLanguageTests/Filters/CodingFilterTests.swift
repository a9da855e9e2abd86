import Testing

@Suite("Filters that decode, and digests")
struct CodingFilterTests {
  @Test(
    "Each filter does what its name says",
    arguments: [
      ("base64d", "\"YQ==\"", "«a»"), ("base64d", "\"YQ\"", "«a»"),
      ("base64d", "\"w6k_Pn4\"", "«é?>~»"),
      ("base64d", "\"w6k/Pn4=\"", "«é?>~»"), ("base64d", "\"\"", "«»"),
      ("base64d", "\"/w==\"", "ff"),
      ("base64d", "\"Zm9v\\nYmFy\\r\\n\"", "«foobar»"), ("base64d", "\"Y\"", "refused"),
      ("base64d", "\"YQ=\"", "refused"), ("base64d", "\"YQ===\"", "refused"),
      ("base64d", "\"Y Q\"", "refused"),
      ("base64d", "\"YQ==YQ==\"", "refused"), ("base64d", "\"=\"", "refused"),
      ("base64d", "\"ZGF0YQ\"", "«data»"),
      ("unhex", "\"4aff\"", "4aff"), ("unhex", "\"4A61\"", "«Ja»"), ("unhex", "\"\"", "«»"),
      ("unhex", "\"4\"", "refused"), ("unhex", "\"0x\"", "refused"),
      ("urldecode", "\"a%20b+%C3%A9\"", "«a b+é»"),
      ("urldecode", "\"%ff\"", "ff"), ("urldecode", "\"%f\"", "refused"),
      ("urldecode", "\"%zz\"", "refused"),
      ("fromjson", "\"[1.10, {}]\"", "[1.10, {}]"), ("fromjson", "\"\\\"<x>\\\"\"", "«<x>»"),
      ("fromjson", "\"1 2\"", "refused"), ("fromjson", "\"\"", "refused"),
      ("fromjson", "1.0", "1.0"),
      ("sha1", "\"abc\"", "a9993e364706816aba3e25717850c26c9cd0d89d"),
      ("md5", "\"abc\"", "900150983cd24fb0d6963f7d28e17f72"),
      ("md5", "\"\"", "d41d8cd98f00b204e9800998ecf8427e"),
      (
        "sha384", "\"abc\"",
        "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7"
      ),
      ("hmac_md5('Jefe')", "\"what do ya want for nothing?\"", "750c783e6ab0b503eaa86e310a5db738"),
      (
        "hmac_sha1('Jefe')", "\"what do ya want for nothing?\"",
        "effcdf6ae5eb2fa2d27416d5f184df9c259a7c79"
      ),
      ("hmac_sha1('')", "\"\"", "fbdb1d1b18aa6c08324b7d64b71fb76370690e1d"),
      ("crc32", "\"123456789\"", "cbf43926"), ("crc32", "\"\"", "00000000"),
      ("md5", "null", "refused"),
      ("hmac_md5(1)", "\"\"", "refused"), ("sha512 | crc32 | length", "\"\"", "refused"),
    ])
  func results(_ filters: String, _ value: String, _ expected: String) {
    let result = try? FilterProbe.result(of: "<v | \(filters)>", ("v", value))
    #expect(result ?? "refused" == expected)
  }

  @Test(
    "A message names the place, and never more of the value",
    arguments: [
      (
        "base64d", "\"ab?d\"",
        "the filter 'base64d' takes Base64, not text with something else at byte 3"
      ),
      ("base64d", "\"abcde\"", "the filter 'base64d' takes Base64, not text of another length"),
      (
        "unhex", "\"0x\"",
        "the filter 'unhex' takes hexadecimal digits, not text with something else at byte 2"
      ),
      (
        "unhex", "\"abc\"", "the filter 'unhex' takes hexadecimal digits, not an odd number of them"
      ),
      (
        "fromjson", "\"[1,\\n}\"",
        "the filter 'fromjson' takes JSON text, not text that stops being JSON at line 2, column 1"
      ),
      (
        "urldecode", "\"a%\"",
        "the filter 'urldecode' takes percent-encoded text, not text with something else at byte 2"
      ),
    ])
  func messages(_ filters: String, _ value: String, _ expected: String) {
    #expect(FilterProbe.message(of: "<v | \(filters)>", ("v", value)) == expected)
  }
}
