/// The input of the benchmarks, which is always the same.
enum SampleTexts {
  /// The number of people in ``json``.
  static let people = 4000

  /// About 900 KB of JSON in the form of typical services, in which `items` lists people.
  static let json: [UInt8] = {
    var text = #"{"page":1,"items":["#
    for id in 0..<people {
      if id > 0 { text += "," }
      text += person(id)
    }
    text += #"],"next":null}"#
    return Array(text.utf8)
  }()

  private static func person(_ id: Int) -> String {
    let name = ["Zoë", "Jürgen", "Мария", "李雷", "Janet", "Tobias"][id % 6]
    let note = [
      #"Called twice.\n\"Later\", she said. 😀"#, "Pays by invoice, thirty days after it was sent.",
      "", #"See https:\/\/crm.example\/t\/"#,
    ][id * 7 % 4]
    return #"{"id":\#(id),"name":"\#(name)","email":"user\#(id)@mail.example","#
      + #""active":\#(id % 3 == 0),"score":\#(id * 37 % 1000).\#(10 + id % 90),"#
      + #""address":{"city":"Köln","geo":{"lat":\#(id % 90).940665,"lon":-6.95994}},"#
      + #""tags":["vip","eu"],"manager":\#(id % 2 == 0 ? "null" : "4211"),"note":"\#(note)"}"#
  }

  /// A typical file of ``specLines`` lines.
  static let spec: [UInt8] = Array(
    """
    summary: Create a user
    host: https://api.example.com
    path: /teams/<team>/users
    inputs:
      team: {help: the team's name, default: red}
      name: {help: the user's full name, default: Janet Weaver}
      email: {format: email, default: janet.weaver@reqres.in}
      age: {type: integer, min: 0, max: 150, default: 42}
      tags: {type: array, default: [new, trial]}
      token: {secret: true, default: cityslicka}
    query:
      notify: "yes"
      team: <team | upper>
    headers:
      X-Request: <name>, <email>
      X-Trace: a value that is always the same
    auth: {type: bearer, token: <token>}
    json:
      name: <name>
      email: <email | lower>
      age: <age>
      address:
        city: Köln
        lines:
          - Bahnhofstraße 1
          - 50667 Köln
      tags: <tags>
    timeout: 2s
    expect: {status: 201}
    outputs:
      id: $.data.id
      emails: $.data.emails[*].address

    """.utf8)

  /// The number of lines of ``spec``.
  static let specLines = spec.count { $0 == 0x0A }
}
