import APICallSystem
import Testing

@Suite("MD5 and SHA-512/256")
struct MessageDigestTests {
  private func hex(_ bytes: [UInt8]?) -> String? {
    bytes?.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  @Test(
    "Messages have the digests of RFC 1321 and FIPS 180-4",
    arguments: [
      (
        "", "d41d8cd98f00b204e9800998ecf8427e",
        "c672b8d1ef56ed28ab87c3622c5114069bdd3ad7b8f9737498d0c01ecef0967a"
      ),
      (
        "abc", "900150983cd24fb0d6963f7d28e17f72",
        "53048e2681941ef99b2e29b76b4c7dabe4c2d0c634fc6d46e0e2f13107e7af23"
      ),
    ])
  func digests(_ text: String, _ md5: String, _ sha: String) {
    #expect(hex(MessageDigest.digest(of: Array(text.utf8), by: "MD5")) == md5)
    #expect(hex(MessageDigest.sha512_256(of: Array(text.utf8))) == sha)
  }
}
