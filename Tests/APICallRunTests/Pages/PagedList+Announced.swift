extension PagedList {
  /// Lists of which each page names the next one.
  static let announced: [PagedList] = [
    PagedList(
      testDescription: "a cursor in a field",
      paginate: "{cursor: {header: Next}, into: query.at}",
      pages: [page("[1]", header: ("next", "a b")), page("[2]", header: ("Next", ""))],
      requests: ["/x", "/x?at=a%20b"], result: "1 2"),
    PagedList(
      testDescription: "a first page without the field, but with one of a similar name",
      paginate: "{cursor: {header: X-Nxt}, into: query.at}",
      pages: [page("[1]", header: ("X-Next", "a"))], requests: ["/x"],
      result: "1 8: page 1 has no field 'X-Nxt'"),
    PagedList(
      testDescription: "a first page without the cursor, but with one of a similar name",
      paginate: "{cursor: $.nxt, into: query.at, items: $.i}",
      pages: [Page(#"{"i":[1],"next":"a"}"#)], requests: ["/x"],
      result: "8: page 1 has nothing at $.nxt"),
    PagedList(
      testDescription: "a similar name with another kind of value is no cursor",
      paginate: "{cursor: $.nxt, into: query.at, items: $.i}",
      pages: [Page(#"{"i":[1],"next":null}"#)], requests: ["/x"], result: "1"),
    PagedList(
      testDescription: "another word of the same kind is no cursor",
      paginate: "{cursor: $.last_id, into: query.at, items: $.i}",
      pages: [Page(#"{"i":[1],"list_id":"a","last_ids":"b","id":"c","per_page":5}"#)],
      requests: ["/x"], result: "1"),
    PagedList(
      testDescription: "a field without a value is there",
      paginate: "{next: {header: X-Next-Page}}",
      pages: [
        PagedList.page("[1]", headers: [("X-Next-Page", ""), ("X-Nxt-Page", "2")])
      ], requests: ["/x"], result: "1"),
    PagedList(
      testDescription: "a similar name without a URL is no link",
      paginate: "{next: $.next, items: $.i}", pages: [Page(#"{"i":[1],"text":"a"}"#)],
      requests: ["/x"], result: "1"),
    PagedList(
      testDescription: "a relation of a similar name",
      paginate: "{link: nxt}", pages: [Page("[1]", link: "</y>; rel=next")], requests: ["/x"],
      result: "1 8: page 1 has no link 'nxt'"),
    PagedList(
      testDescription: "other relations are no next page",
      paginate: "{link: next}", pages: [Page("[1]", link: "</y>; rel=first, </z>; rel=prev")],
      requests: ["/x"], result: "1"),
    PagedList(
      testDescription: "a link that cannot be read",
      paginate: "{link: next}", pages: [Page("[1]", link: "/y; rel=next")], requests: ["/x"],
      result: "1 76: page 1 names '/y; rel=next' as the next page: the field Link has no <URL>"),
    PagedList(
      testDescription: "the URL of the next page in a field",
      paginate: "{next: {header: Next-Page}}",
      pages: [
        page("[1]", header: ("Next-Page", "https://a.example/y?p=2")),
        page("[2]", header: ("next-page", "?p=3")), Page("[3]"),
      ], requests: ["/x", "/y?p=2", "/y?p=3"], result: "1 2 3"),
    PagedList(
      testDescription: "another server in a field",
      paginate: "{next: {header: Next-Page}}",
      pages: [page("[1]", header: ("Next-Page", "https://b.example/y"))], requests: ["/x"],
      result: "1 76: page 1 leads to https://b.example, but pages are requested only from "
        + "https://a.example"),
    PagedList(
      testDescription: "a cursor in a trailer",
      paginate: "{cursor: {trailer: Next}, into: query.at}",
      pages: [page("[1]", trailer: ("Next", "7")), Page("[2]")], requests: ["/x", "/x?at=7"],
      result: "1 2"),
    PagedList(
      testDescription: "the last item is the cursor, until a page has none",
      paginate: "{cursor: {last: $.id}, into: query.after}",
      pages: [Page(#"[{"id":1},{"id":"b"}]"#), Page(#"[{"id":3}]"#), Page("[]")],
      requests: ["/x", "/x?after=b", "/x?after=3"], result: #"{"id":1} {"id":"b"} {"id":3}"#),
    PagedList(
      testDescription: "the last item is the cursor, also if a filter leaves it out",
      paginate: "{cursor: {last: $.id}, into: query.after, items: '$.i[?@.on == true]'}",
      pages: [
        Page(#"{"i":[{"id":1,"on":true},{"id":2,"on":false}]}"#),
        Page(#"{"i":[{"id":3,"on":false}]}"#), Page(#"{"i":[]}"#),
      ], requests: ["/x", "/x?after=2", "/x?after=3"], result: #"{"id":1,"on":true}"#),
    PagedList(
      testDescription: "the last item is the cursor, as long as others follow",
      paginate: "{cursor: {last: $.id}, into: query.after, more: $.m, items: $.i}",
      pages: [Page(#"{"i":[{"id":1}],"m":true}"#), Page(#"{"i":[{"id":2}],"m":false}"#)],
      requests: ["/x", "/x?after=1"], result: #"{"id":1} {"id":2}"#),
    PagedList(
      testDescription: "a last item without a cursor is an error",
      paginate: "{cursor: {last: $.id}, into: query.after}", pages: [Page(#"[{"id":1},{"i":2}]"#)],
      requests: ["/x"], result: #"{"id":1} {"i":2} 8: page 1 has nothing at $.id in its last item"#),
    PagedList(
      testDescription: "a page that says that others follow has a cursor",
      paginate: "{cursor: $.c, into: query.c, more: $.m, items: $.i}",
      pages: [Page(#"{"i":[1],"m":true}"#)], requests: ["/x"],
      result: "1 76: page 1 says that another page follows, but has no cursor"),
    PagedList(
      testDescription: "a map as the cursor",
      paginate: "{cursor: $.Last, into: json.Start, items: $.i}",
      pages: [Page(#"{"i":[1],"Last":{"id":{"N":"7"}}}"#), Page(#"{"i":[2]}"#)],
      requests: [#"{"Limit":1}"#, #"{"Limit":1,"Start":{"id":{"N":"7"}}}"#], result: "1 2",
      extra: "json: {Limit: 1}\n"),
    PagedList(
      testDescription: "several cursors, of which the next request lacks those that the page lacks",
      paginate: "{cursor: [$.n, $.t], into: [query.n, query.t], items: $.i}",
      pages: [
        Page(#"{"i":[1],"n":"a","t":"b"}"#), Page(#"{"i":[2],"n":"c"}"#), Page(#"{"i":[3]}"#),
      ], requests: ["/x", "/x?n=a&t=b", "/x?n=c"], result: "1 2 3"),
    PagedList(
      testDescription: "of several cursors in JSON, those that the page lacks are null",
      paginate: "{cursor: [$.n, $.t], into: [json.n, json.t], items: $.i}",
      pages: [
        Page(#"{"i":[1],"n":"a","t":"b"}"#), Page(#"{"i":[2],"n":"c"}"#), Page(#"{"i":[3]}"#),
      ], requests: ["{}", #"{"n":"a","t":"b"}"#, #"{"n":"c","t":null}"#], result: "1 2 3",
      extra: "json: {}\n"),
    PagedList(
      testDescription: "the same cursor again is an error",
      paginate: "{cursor: $.c, into: query.c, items: $.i}",
      pages: [Page(#"{"i":[1],"c":"a"}"#), Page(#"{"i":[2],"c":"a"}"#)],
      requests: ["/x", "/x?c=a"],
      result: "1 2 76: page 2 leads back to https://a.example/x?c=a, which was already requested"),
    PagedList(
      testDescription: "a cursor in the body that comes again is an error",
      paginate: "{cursor: $.c, into: json.c, items: $.i}",
      pages: [
        Page(#"{"i":[1],"c":"a"}"#), Page(#"{"i":[2],"c":"b"}"#), Page(#"{"i":[3],"c":"a"}"#),
      ], requests: ["{}", #"{"c":"a"}"#, #"{"c":"b"}"#],
      result: "1 2 3 76: page 3 has a cursor that was already used", extra: "json: {}\n"),
    PagedList(
      testDescription: "a body is sent again with a cursor that is not in it",
      paginate: "{cursor: $.c, into: query.c, items: $.i}",
      pages: [Page(#"{"i":[1],"c":"a"}"#), Page(#"{"i":[2]}"#)],
      requests: [#"{"find":"x"}"#, #"{"find":"x"}"#], result: "1 2", extra: "json: {find: x}\n"),
    PagedList(
      testDescription: "the same cursor again ends the list if the file says so",
      paginate: "{cursor: $.c, into: query.c, items: $.i, same: end}",
      pages: [Page(#"{"i":[1],"c":"a"}"#), Page(#"{"i":[],"c":"a"}"#)],
      requests: ["/x", "/x?c=a"], result: "1"),
    PagedList(
      testDescription: "links with the name that the server has for itself",
      paginate: "{link: next, origin: 'http://10.0.0.5:8080'}",
      pages: [Page("[1]", link: "<http://10.0.0.5:8080/y?p=2>; rel=next"), Page("[2]")],
      requests: ["/x", "/y?p=2"], result: "1 2"),
    PagedList(
      testDescription: "links with a third name stay an error",
      paginate: "{link: next, origin: 'http://10.0.0.5:8080'}",
      pages: [Page("[1]", link: "<http://10.0.0.6:8080/y?p=2>; rel=next")], requests: ["/x"],
      result: "1 76: page 1 leads to http://10.0.0.6:8080, but pages are requested only from "
        + "https://a.example"),
  ]
}
