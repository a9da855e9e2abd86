import APICallBase
import TestWorlds
import Testing

/// Texts, and names of rows.
extension PathsThatLeadNowhereTests {
  @Test(
    "Text becomes rows only if the file names its decoder",
    arguments: [
      (
        "shape: <it | length>",
        "8: cannot decode the response of call.yaml as json: it is 'text/plain' and begins with "
          + "'no rows' (write 'decode: NAME' for what the response is)"
      ), ("decode: text\nshape: <it | length>", "7"), ("shape: {done: yes}", #"{"done":"yes"}"#),
    ])
  func texts(_ file: String, _ expected: String) async throws {
    #expect(try await result(file, "no rows", type: "text/plain") == expected)
  }

  private static let near = "(did you mean 'name'? the first one has id, name, on, lines)"
  private static func order(_ stage: String) -> String {
    "'\(stage)' is applied before 'shape' makes 'sum'; repeat its expression in '\(stage)'"
  }
  private static let lines = "(did you mean 'lines'? the first one has id, name, on, lines)"

  @Test(
    "A name has to be in one row, unless the file says that it may be missing",
    arguments: [
      ("where: <it.nme == \"a\">", "8: no row has 'it.nme' \(Self.near)"),
      ("where: <it.id == 2>", #"[{"id":2,"name":"b","more":1}]"#),
      ("where: <it.more == 1>\nshape: <it.id>", "[2]"),
      ("where: <it.on>\nshape: <it.id>", "[]"), ("where: <it.on | not>\nshape: <it.id>", "[1,2]"),
      ("where: <it.less == null>\nshape: <it.id>", "[1,2]"),
      ("where: <null != it.less>\nshape: <it.id>", "[]"),
      ("where: <it.more == null>\nshape: <it.id>", "[1]"),
      ("where: <it.on < 1>\nshape: <it.id>", "[]"),
      ("where: {value: <it.less>, exists: false}\nshape: <it.id>", "[1,2]"),
      (
        "where: {value: <it.less>, equals: 1}\nshape: <it.id>",
        "8: no row has 'it.less' (the first one has id, name, on, lines)"
      ),
      ("where: <it | has(\"less\")>\nshape: <it.id>", "[]"),
      ("shape: <it.nme>", "[null,null] 8: no row has 'it.nme' \(Self.near)"),
      ("shape: <it.nme | default(0)>", "[0,0]"), ("shape: <try(it.nme, 0)>", "[null,null]"),
      ("shape: <it.more>", "[null,1]"),
      ("shape: <if(it.id > 5, it.never, it.id)>", "[1,2]"),
      ("sort: nme", "8: no row has 'nme' \(Self.near)"),
      ("sort: -more\nshape: {more: <it.more>}", #"[{"more":1},{"more":null}]"#),
      ("sort: -<it.nme>\nshape: <it.id>", "8: no row has 'it.nme' \(Self.near)"),
      ("group: <it.nme>\nshape: <group.key>", "[null] 8: no row has 'it.nme' \(Self.near)"),
      (
        "group: <it.id>\nshape: <group.items[0].nme>",
        "[null,null] 8: no group has 'group.items[0].nme' \(Self.near)"
      ),
      ("shape: <it.lines | map(.n)>", "[[1],null]"),
      ("shape: <it.lines | map(.m)>", "[[null],null] 8: no item has '.m' (the first one has n)"),
      ("shape: <it.lines | map(.m | default(0))>", "[[0],null]"),
      ("shape: <it.lines | select(.m == null)>", #"[[{"n":1}],null]"#),
      ("shape: <it.lnes | sum(.n)>", "[null,null] 8: no row has 'it.lnes' \(Self.lines)"),
      (
        "shape: <it | find(\"$.ll[*]\")>",
        "[null,null] 8: the value has nothing at $.ll (the value has id, name, on, lines)"
      ),
      ("shape: <it | find(\"$.lines[*].n\") | default(list())>", "[[1],[]]"),
      ("shape: <it | find(\"$.ll[*]\") | default(list())>", "[[],[]]"),
      (
        "where: <it | find(\"$.name.first\") | any>",
        "8: the filter 'find' takes a value in which the path can be evaluated, "
          + "not one with text at $.name"
      ),
      ("shape: <it | pick(.id, .more)>", #"[{"id":1},{"id":2,"more":1}]"#),
      (
        "shape: <it | pick(.nme)>",
        "[{},{}] 8: no value has '.nme' \(Self.near)"
      ), ("shape: <it | pick(.nme) | default(0)>", "[{},{}]"),
      ("let: {k: more}\nshape: <it[k]>", "[null,1]"),
      ("let: {k: nme}\nshape: <it[k]>", "[null,null] 8: no value has 'it[k]' \(Self.near)"),
      ("let: {k: nme}\nwhere: <it[k].on>", "8: no value has 'it[k]' \(Self.near)"),
      ("let: {k: nme}\nshape: <it[k] | default(0)>", "[0,0]"),
      (
        "let: {k: lines}\nwhere: <it[k][0].m>\nshape: <it.id>",
        "8: no value has 'it[k][0].m' (the first one has n)"
      ),
      (
        "sort: -<if(it.id == 1, it.id, it.name)>\nshape: <it.id>",
        "8: 'sort' takes values of one type, but the key <if(it.id == 1, it.id, it.name)> is "
          + "the number '1' and the text 'b' (write | number in the key if the texts are numbers)"
      ),
      (
        "sort: key\nlimit: 1\nshape: {key: '<if(it.id == 1, it.name, it.id)>'}",
        "8: 'sort' takes values of one type, but 'key' is the text 'a' and the number '2' "
          + "(write | number in the key if the texts are numbers)"
      ),
      ("limit: 1\nshape: <it.more>", "[null]"),
      (
        "where: <it.sum > 1>\nshape: {sum: <it.id + 1>}",
        "8: no row has 'it.sum' (\(Self.order("where")))"
      ),
      (
        "group: <it.sum>\nshape: {sum: <group.key>}",
        #"[{"sum":null}] 8: no row has 'it.sum' (\#(Self.order("group")))"#
      ),
      // What 'shape' would compute is missing there, too.
      (
        "where: <it.nme == 1>\nshape: {nme: <it.nme>}", "8: no row has 'it.nme' \(Self.near)"
      ),
      (
        "shape: {sum: <it.nme>}",
        #"[{"sum":null},{"sum":null}] 8: no row has 'it.nme' \#(Self.near)"#
      ),
      ("where: <it.nme == 1>\nshape: <it.id>", "8: no row has 'it.nme' \(Self.near)"),
    ])
  func names(_ stages: String, _ expected: String) async throws {
    let body =
      #"[{"id":1,"name":"a","on":null,"lines":[{"n":1}]},{"id":2,"name":"b","more":1}]"#
    #expect(try await result("select: $[*]\n\(stages)", body) == expected)
  }
}
