@testable import APICallDrafts
import Testing

@Suite("Forms of curl become files")
struct CurlFormTests {
  @Test(
    "Parts of a form",
    arguments: [
      (
        "-F a=1 -F 'b=x;type=text/html' --form-string 'c=@;'",
        """
        multipart:
          a: "1"
          b:
            text: x
            type: text/html
          c: "@;"
        """
      ),
      (
        "-F 'a=@p/i.png;filename=j.jpg' -F 'a=@p/j.png;filename=zz'",
        """
        inputs:
          i_png:
            type: file
            help: such as i.png
          j_png:
            type: file
            help: such as j.png
        multipart:
          a:
            - file: <i_png>
              type: image/jpeg
              filename: j.jpg
            - file: <j_png>
              type: image/png
              filename: zz
        """
      ),
      (
        "-F 'a=@j.json;type=x/a,f.txt;type=y/b;filename=zz'",
        """
        inputs:
          j_json:
            type: file
            help: such as j.json
          f_txt:
            type: file
            help: such as f.txt
        multipart:
          a:
            - file: <j_json>
              type: x/a
            - file: <f_txt>
              type: y/b
              filename: zz
        """
      ),
      (
        "-F 'a= hello ' -F 'b= x ;type= text/html; charset=utf-8 ' -F 'c= \" q \"' -F 'd=@ f.txt '",
        """
        inputs:
          f_txt:
            type: file
            help: such as f.txt
        multipart:
          a: hello
          b:
            text: x
            type: text/html; charset=utf-8
          c: " q "
          d:
            file: <f_txt>
            type: text/plain
        """
      ),
      (
        "-F 'a=<f.txt;filename=q' -F 'b=x;filename=q.png'",
        """
        inputs:
          f_txt:
            type: file
            help: such as f.txt
        multipart:
          a:
            file: <f_txt>
            type: text/plain
            filename: null
          b:
            text: x
            type: image/png
            filename: q.png
        """
      ),
    ] as [(String, String)])
  func parts(_ options: String, _ expected: String) throws {
    let file = try CurlTexts.file("curl \(options) https://a.example/x")
    #expect(file == "url: https://a.example/x\n\(expected)")
  }
}
