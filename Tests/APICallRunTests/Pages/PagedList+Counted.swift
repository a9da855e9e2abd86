extension PagedList {
  /// Lists whose pages or items are counted.
  static let counted: [PagedList] = [
    PagedList(
      testDescription: "an offset grows by the items of each page, until one has none",
      paginate: "{offset: query.skip}", pages: [Page("[1,2]"), Page("[3]"), Page("[]")],
      requests: ["/x?limit=2", "/x?limit=2&skip=2", "/x?limit=2&skip=3"], result: "1 2 3",
      extra: "query: {limit: 2}\n"),
    PagedList(
      testDescription: "an offset begins with the number in the request",
      paginate: "{offset: query.skip, total: $.n, items: $.i}",
      pages: [Page(#"{"i":[1],"n":7}"#), Page(#"{"i":[2],"n":7}"#)],
      requests: ["/x?skip=5", "/x?skip=6"], result: "1 2", extra: "query: {skip: 5}\n"),
    PagedList(
      testDescription: "the number of all items saves the last request",
      paginate: "{offset: query.skip, total: $.n, items: $.i}",
      pages: [Page(#"{"i":[1,2],"n":3}"#), Page(#"{"i":[3],"n":3}"#)],
      requests: ["/x", "/x?skip=2"], result: "1 2 3"),
    PagedList(
      testDescription: "an empty list has no further page",
      paginate: "{offset: query.skip, total: $.n, items: $.i}", pages: [Page(#"{"i":[],"n":0}"#)],
      requests: ["/x"], result: ""),
    PagedList(
      testDescription: "items that a filter leaves out are counted",
      paginate: "{offset: query.skip, total: $.n, items: '$.i[?@ > 1]'}",
      pages: [Page(#"{"i":[1,2],"n":3}"#), Page(#"{"i":[1],"n":3}"#)],
      requests: ["/x", "/x?skip=2"], result: "2"),
    PagedList(
      testDescription: "a list that ends too early is an error",
      paginate: "{offset: query.skip, total: $.n, items: $.i}",
      pages: [Page(#"{"i":[1],"n":3}"#), Page(#"{"i":[],"n":3}"#)], requests: ["/x", "/x?skip=1"],
      result: "1 76: page 2 is the last one, although the list has 3 items"),
    PagedList(
      testDescription: "a total that is missing is an error",
      paginate: "{offset: query.skip, total: $.n, items: $.i}", pages: [Page(#"{"i":[1]}"#)],
      requests: ["/x"], result: "8: page 1 has nothing at $.n"),
    PagedList(
      testDescription: "a total that is no number is an error",
      paginate: "{offset: query.skip, total: $.n, items: $.i}",
      pages: [Page(#"{"i":[1],"n":"many"}"#)],
      requests: ["/x"], result: "1 8: page 1 has text at $.n, not a whole number"),
    PagedList(
      testDescription: "a total may be a number in a text",
      paginate: "{offset: query.skip, total: $.n, items: $.i}",
      pages: [Page(#"{"i":[1,2],"n":"2"}"#)], requests: ["/x"], result: "1 2"),
    PagedList(
      testDescription: "items that are counted from 1",
      paginate: "{offset: query.start, total: $.n, items: $.i}",
      pages: [Page(#"{"i":[1,2],"n":3}"#), Page(#"{"i":[3],"n":3.0}"#)],
      requests: ["/x?start=1", "/x?start=3"], result: "1 2 3", extra: "query: {start: 1}\n"),
    PagedList(
      testDescription: "a list from its second item",
      paginate: "{offset: query.start, total: $.n, items: $.i}",
      pages: [Page(#"{"i":[2,3],"n":3}"#), Page(#"{"i":[],"n":3}"#)],
      requests: ["/x?start=1", "/x?start=3"], result: "2 3", extra: "query: {start: 1}\n"),
    PagedList(
      testDescription: "a total below 0 is an error",
      paginate: "{offset: query.skip, total: $.n, items: $.i}", pages: [Page(#"{"i":[1],"n":-1}"#)],
      requests: ["/x"], result: "1 8: page 1 has a number at $.n, not a whole number"),
    PagedList(
      testDescription: "more items than the total are an error",
      paginate: "{offset: query.skip, total: $.n, items: $.i}",
      pages: [Page(#"{"i":[1,2],"n":3}"#), Page(#"{"i":[3],"n":1}"#)],
      requests: ["/x", "/x?skip=2"],
      result: "1 2 3 76: page 2 reaches number 3, although the list has 1 items"),
    PagedList(
      testDescription: "a last page before the total is an error",
      paginate: "{offset: query.skip, total: $.n, more: $.m, items: $.i}",
      pages: [Page(#"{"i":[1],"n":3,"m":false}"#)], requests: ["/x"],
      result: "1 76: page 1 is the last one, although the list has 3 items"),
    PagedList(
      testDescription: "a total in a field",
      paginate: "{offset: query.skip, total: {header: X-Total}}",
      pages: [page("[1,2]", header: ("x-total", "3")), page("[3]", header: ("X-Total", "3"))],
      requests: ["/x", "/x?skip=2"], result: "1 2 3"),
    PagedList(
      testDescription: "a field that is missing is an error",
      paginate: "{offset: query.skip, total: {header: X-Totl}}",
      pages: [page("[1]", header: ("X-Total", "1"))], requests: ["/x"],
      result: "1 8: page 1 has no field 'X-Totl'"),
    PagedList(
      testDescription: "a field that is no number is an error",
      paginate: "{page: query.p, total: {header: X-Total}}",
      pages: [page("[1]", header: ("X-Total", "9 pages"))], requests: ["/x"],
      result: "1 8: page 1 has '9 pages' in X-Total, not a whole number"),
    PagedList(
      testDescription: "an offset that the server does not know, on the page with the last item",
      paginate: "{offset: query.skip, total: $.n, items: $.i}",
      pages: [Page(#"{"i":[{"a":1}],"n":2}"#), Page(#"{"i":[{"a":1}],"n":2}"#)],
      requests: ["/x", "/x?skip=1"],
      result: #"{"a":1} {"a":1} 76: page 2 has the items of the page before it"#),
    PagedList(
      testDescription: "a page number that the server does not know, with lists as items",
      paginate: "{page: query.p}", pages: [Page("[[1]]"), Page("[[1]]")],
      requests: ["/x", "/x?p=2"], result: "[1] [1] 76: page 2 has the items of the page before it"),
    PagedList(
      testDescription: "numbers may be the same on a few pages",
      paginate: "{page: query.p}", pages: [Page("[0]"), Page("[0]"), Page("[0]"), Page("[]")],
      requests: ["/x", "/x?p=2", "/x?p=3", "/x?p=4"], result: "0 0 0"),
    PagedList(
      testDescription: "parts of items may be equal on two pages",
      paginate: "{page: query.p, items: '$[*].tags'}",
      pages: [Page(#"[{"id":1,"tags":[]}]"#), Page(#"[{"id":2,"tags":[]}]"#), Page("[]")],
      requests: ["/x", "/x?p=2", "/x?p=3"], result: "[] []"),
    PagedList(
      testDescription: "an offset that the server does not know ends with an error",
      paginate: "{offset: query.skip}", pages: [Page(#"[{"a":1}]"#), Page(#"[{"a":1}]"#)],
      requests: ["/x", "/x?skip=1"],
      result: #"{"a":1} {"a":1} 76: page 2 has the items of the page before it"#),
    PagedList(
      testDescription: "an offset that cannot be counted is an error",
      paginate: "{offset: query.skip}", pages: [], requests: [],
      result:
        "65: cannot request the page after page 1: '9223372036854775806' at query.skip is not "
        + "a page number", extra: "query: {skip: '9223372036854775806'}\n"),
    PagedList(
      testDescription: "the number of all pages saves the last request",
      paginate: "{page: query.p, total: $.n, items: $.i}",
      pages: [Page(#"{"i":[1],"n":2}"#), Page(#"{"i":[2],"n":2}"#)], requests: ["/x", "/x?p=2"],
      result: "1 2"),
    PagedList(
      testDescription: "pages that are counted from 0",
      paginate: "{page: query.p, total: $.n, items: $.i}",
      pages: [Page(#"{"i":[1],"n":2}"#), Page(#"{"i":[2],"n":2}"#)],
      requests: ["/x?p=0", "/x?p=1"], result: "1 2", extra: "query: {p: 0}\n"),
    PagedList(
      testDescription: "pages say whether others follow, also empty ones",
      paginate: "{page: query.p, more: $.m, items: $.i}",
      pages: [
        Page(#"{"i":[1],"m":true}"#), Page(#"{"i":[],"m":true}"#), Page(#"{"i":[2],"m":false}"#),
      ], requests: ["/x", "/x?p=2", "/x?p=3"], result: "1 2"),
    PagedList(
      testDescription: "an empty page leads nowhere if items are counted",
      paginate: "{offset: query.p, more: $.m, items: $.i}", pages: [Page(#"{"i":[],"m":true}"#)],
      requests: ["/x"],
      result: "76: page 1 has no items, but says that another page follows"),
    PagedList(
      testDescription: "a page has to say whether another one follows",
      paginate: "{page: query.p, more: $.more, items: $.i}",
      pages: [Page(#"{"i":[1],"mor":true}"#)],
      requests: ["/x"], result: "8: page 1 has nothing at $.more"),
    PagedList(
      testDescription: "a file says that the last page need not",
      paginate: "{page: query.p, more: '$.more | default(false)', items: $.i}",
      pages: [Page(#"{"i":[1],"more":true}"#), Page(#"{"i":[2]}"#)], requests: ["/x", "/x?p=2"],
      result: "1 2"),
    PagedList(
      testDescription: "true and false alone say whether another page follows",
      paginate: "{page: query.p, more: $.m, items: $.i}", pages: [Page(#"{"i":[1],"m":"no"}"#)],
      requests: ["/x"], result: "1 8: page 1 has text at $.m, not true or false"),
    PagedList(
      testDescription: "a status ends the list",
      paginate: "{page: query.p, end: [404, 400]}",
      pages: [Page("[1]"), Page("no such page", 404, type: "text/plain")],
      requests: ["/x", "/x?p=2"], result: "1"),
    PagedList(
      testDescription: "a status does not end a list of which a page said that it goes on",
      paginate: "{page: query.p, end: 404, more: $.m, items: $.i}",
      pages: [Page(#"{"i":[1],"m":true}"#), Page("no", 404, type: "text/plain")],
      requests: ["/x", "/x?p=2"],
      result: "1 4: page 2: GET https://a.example/x?p=2 answered 404 Not Found, not 2xx"),
    PagedList(
      testDescription: "a status does not end a list before its total",
      paginate: "{offset: query.p, end: 404, total: $.n, items: $.i}",
      pages: [Page(#"{"i":[1],"n":2}"#), Page("no", 404, type: "text/plain")],
      requests: ["/x", "/x?p=1"],
      result: "1 4: page 2: GET https://a.example/x?p=1 answered 404 Not Found, not 2xx"),
    PagedList(
      testDescription: "a status of the first page does not end the list",
      paginate: "{page: query.p, end: 404}", pages: [Page("no", 404, type: "text/plain")],
      requests: ["/x"], result: "no 4: GET https://a.example/x answered 404 Not Found, not 2xx"),
    PagedList(
      testDescription: "another status is still an error",
      paginate: "{page: query.p, end: 404}",
      pages: [Page("[1]"), Page("no", 500, type: "text/plain")], requests: ["/x", "/x?p=2"],
      result: "1 5: page 2: GET https://a.example/x?p=2 answered 500 Internal Server Error, not 2xx"
    ),
  ]
}
