import Foundation
import Testing

@Suite("The formatting that the libcurl of a release has")
struct CurlFormattingTests {
  /// Compares with the C library, in all sizes.
  private static let program = #"""
    #include "curl-printf.c"
    int Curl_dyn_addn(struct dynbuf *t, const void *b, size_t n) {
      return fwrite(b, 1, n, stdout) == n ? 0 : 1;
    }
    void Curl_dyn_free(struct dynbuf *t) {}
    static int appended(const char *format, ...) {
      WITH_VALUES(int, Curl_dyn_vprintf(NULL, format, values));
    }
    #define SAME(...) \
      for (size_t size = 0; size < 40; size++) { \
        char ours[64] = "", theirs[64] = ""; \
        const int count = curl_msnprintf(ours, size, __VA_ARGS__); \
        snprintf(theirs, size, __VA_ARGS__); \
        if (strcmp(ours, theirs) || (size > 0 && count != (int)strlen(theirs))) \
          printf("%zu: '%s' and '%s'\n", size, ours, theirs); \
      }
    int main(void) {
      SAME("") SAME("a text") SAME("%s", "") SAME("%s%s", "ab", "cde") SAME("%%")
      SAME("x%dy%ldz", INT_MIN, LONG_MIN) SAME("%d %ld", INT_MAX, LONG_MAX) SAME("%d", 0)
      SAME("%s %% %d", "a", 3) SAME("%05d %s", 3, "b") SAME("%zu%s", (size_t)7, "c")
      SAME("%.*s|%s", 2, "abcd", "e") SAME("%lu %s", 5UL, "s") SAME("%s%c%s", "a", 'b', "c")
      SAME("%02x%02X", 10, 200) SAME("%3d%%", 7)
      char large[2000];
      memset(large, 'q', 1999);
      large[1999] = 0;
      char *text = curl_maprintf("%s-%d", large, 4), *other = curl_maprintf("%s-%03d", large, 4);
      if (strlen(text) != 2001 || strcmp(other + 1999, "-004")) puts("a long text differs");
      free(text);
      free(other);
      return appended("%s:%d%s\n", "host", 80, "/") || appended("%.1s\n", "path");
    }
    """#

  @Test("It is that of the C library")
  func same() throws {
    let folder = "\(Place.scratch)/formatting-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Self.program.write(toFile: "\(folder)/main.c", atomically: true, encoding: .utf8)
    let run = CommandRun(
      try ChildProcess(
        [
          "/bin/sh", "-c",
          "cc -w -fsanitize=undefined -fsanitize-undefined-trap-on-error -I '\(Place.package)/make' "
            + "-o main main.c && ./main",
        ], in: folder))
    #expect(run == CommandRun(ending: .exit(0), output: "host:80/\np\n", error: ""))
  }
}
