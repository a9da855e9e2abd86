import APICallHTTP
import TestWorlds
import Testing

@Suite("Forms with nested values")
struct FormStyleTests {
  static let inputs = """
    inputs:
      map: {type: object, default: {b: 1.10, c: [x, true], d: {e: null, f: "&"}, g: []}}
      list: {type: array, default: [1, {a: 2}]}
      flat: {type: array, default: [1, x]}
      none: {required: false}
      key: {secret: true, type: object, default: {k: hunter2}}

    """

  @Test(
    "Nested values have names with brackets",
    arguments: [
      ("{a: 1, b: <none>, c: null, d: ''}", "a=1&d="), ("{a: {b: c}}", "a[b]=c"),
      ("{a: [x, 'y z', null, <none>]}", "a[]=x&a[]=y+z"),
      ("{a: {b: {c: d}, 'e f': [1, 2]}}", "a[b][c]=d&a[e f][]=1&a[e f][]=2"),
      ("{a: [{b: 1, c: 2}, {b: 3}]}", "a[0][b]=1&a[0][c]=2&a[1][b]=3"),
      ("{a: [[1, 2], [3]]}", "a[0][]=1&a[0][]=2&a[1][]=3"),
      ("{a: [x, {b: y}]}", "a[0]=x&a[1][b]=y"),
      ("{a: {}, b: []}", ""), ("{a: 007, b: yes}", "a=007&b=yes"),
      ("{a: <map>}", "a[b]=1.10&a[c][]=x&a[c][]=true&a[d][f]=%26"),
      ("{a: <list>, b: {c: <flat>}}", "a[0]=1&a[1][a]=2&b[c][]=1&b[c][]=x"),
      ("{a: !raw {b: <none>}}", "a[b]=%3Cnone%3E"), ("{a: {b: v<map.b>}}", "a[b]=v1.10"),
    ])
  func brackets(_ form: String, _ sent: String) throws {
    let body = try BodyText(Self.inputs + "form_style: brackets\nform: \(form)")
    let expected = sent.replacing("[", with: "%5B").replacing("]", with: "%5D")
      .replacing("e f", with: "e+f")
    #expect(body.text == expected)
  }

  @Test("Lists repeat their name by default, and `repeat` can be written")
  func repeats() throws {
    for style in ["", "form_style: repeat\n"] {
      let body = try BodyText(Self.inputs + style + "form: {a: [x, y], b: z}")
      #expect(body.text == "a=x&a=y&b=z")
    }
  }

  @Test("The fields of a secret map are masked")
  func secret() throws {
    let body = try BodyText(Self.inputs + "form: {a: <key>}\nform_style: brackets")
    #expect(body.text == "a%5Bk%5D=hunter2" && body.request.body?.masked == "a%5Bk%5D=***")
  }
}
