import APICallCore
import Testing

@Suite("Text of which some is secret")
struct ProtectedTextTests {
  private func mixed() -> ProtectedText {
    var text: ProtectedText = "key="
    text.append(ProtectedText("hunter2", isSecret: true))
    text.append(";")
    text.append(ProtectedText("s", isSecret: true))
    text.append(ProtectedText("t", isSecret: true))
    return text
  }

  @Test("the secret stretches are masked, neighbours as one")
  func masked() {
    #expect(mixed().masked == "key=***;***")
    #expect(mixed().revealed == "key=hunter2;st")
    #expect(mixed().holdsSecret)
    #expect(!ProtectedText("a").holdsSecret)
    #expect(ProtectedText("", isSecret: true).masked == "")
  }

  @Test("secrecy goes by place, not by value")
  func byPlace() {
    var text: ProtectedText = "a b a "
    text.append(ProtectedText("a", isSecret: true))
    #expect(text.masked == "a b a ***")
  }

  @Test("no way of printing shows a secret")
  func printing() {
    let text = mixed()
    var dumped = ""
    dump(text, to: &dumped)
    dump([text], to: &dumped)
    dump(HeaderField("A", text), to: &dumped)
    let printed = [
      "\(text)", "\([text])", "\(Optional(text) as Any)", String(describing: text),
      text.debugDescription,
      String(reflecting: text), String(reflecting: HeaderField("A", text)), dumped,
    ]
    for print in printed {
      #expect(!print.contains("hunter2") && !print.contains("st"))
      #expect(print.contains("***"))
    }
  }

  @Test("a scope and a call do not show one either")
  func scope() throws {
    let spec = "host: a.example\ninputs: {key: {secret: true}}\njson: {k: <key>}"
    let call = try SpecText.call(spec, ["key=hunter2"])
    var dumped = "\(call)" + String(reflecting: call)
    dump(call.scope, to: &dumped)
    dump(call.request, to: &dumped)
    #expect(!dumped.contains("hunter2"))
    #expect("\(Scope.Binding(.text("a")))" == "\"a\"")
    #expect("\(Scope.Binding(nil))" == "nothing")
  }

  @Test("equal text with other secrets is not equal")
  func equality() {
    #expect(ProtectedText("a", isSecret: true) != ProtectedText("a"))
    #expect(ProtectedText("a", isSecret: true) == ProtectedText("a", isSecret: true))
  }
}
