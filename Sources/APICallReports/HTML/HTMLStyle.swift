/// The style sheet of the page.
enum HTMLStyle {
  /// The only source of styles that the page allows: the SHA-256 digest of the sheet.
  ///
  /// No other text on the page can be a style then. A test computes the digest.
  static let source = "sha256-Br3cpcZ0LknpOCBUWw+rsmR74n1gCtRopr1Z+7bXGN4="

  /// The sheet.
  ///
  /// The page does not need it: it adds layout, colours for light and dark screens, and
  /// rules for paper.
  static let sheet: StaticString = """

    :root {
      color-scheme: light dark;
      --page: #f8f8f6; --card: #ffffff; --code: #f4f4f2; --line: #dedfdc;
      --text: #22262b; --soft: #5c636b; --link: #0b57a8;
      --passed: #1b6a39; --passed-tint: #e4f2e8; --failed: #aa2620; --failed-tint: #fbe9e7;
      --flaky: #85500a; --flaky-tint: #fbf0dc; --skipped: #555c64; --skipped-tint: #ecedee;
      --key: #0b57a8; --string: #24663c; --number: #85500a;
    }
    @media screen and (prefers-color-scheme: dark) {
      :root {
        --page: #15171a; --card: #1c1f23; --code: #15171a; --line: #343940;
        --text: #e4e6e9; --soft: #a5adb6; --link: #8ab8f5;
        --passed: #86d3a0; --passed-tint: #1a3324; --failed: #ff9f96; --failed-tint: #42211f;
        --flaky: #efbb70; --flaky-tint: #3a2b14; --skipped: #b0b7bf; --skipped-tint: #2b2f35;
        --key: #8ab8f5; --string: #86d3a0; --number: #efbb70;
      }
    }
    * { box-sizing: border-box; }
    body {
      margin: 0 auto; padding: 2.5rem 1.5rem; max-width: 62rem;
      background: var(--page); color: var(--text);
      font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", sans-serif;
    }
    h1 { margin: 0; font-size: 2rem; line-height: 1.2; letter-spacing: -0.015em; }
    h2 { margin: 2.5rem 0 .5rem; font-size: 1.2rem; overflow-wrap: anywhere; }
    h3, h4 { margin: 1.5rem 0 .4rem; font-size: .95rem; }
    .step > h4 { margin-top: .9rem; }
    p, ul, ol { margin: .3rem 0; }
    a { color: var(--link); text-underline-offset: .15em; overflow-wrap: anywhere; }
    pre, code { font: .85rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, monospace; }
    pre {
      margin: .4rem 0; padding: .6rem .8rem; border-radius: 6px; background: var(--code);
      white-space: pre-wrap; overflow-wrap: anywhere;
    }
    code { overflow-wrap: anywhere; }
    .soft, .facts, .command, .time, caption { color: var(--soft); }
    .command { margin: 0 0 .2rem; font: .9rem ui-monospace, Menlo, Consolas, monospace; }
    .counts { display: flex; flex-wrap: wrap; gap: .5rem; margin: 1rem 0; padding: 0; list-style: none; }
    .state, .counts li {
      padding: .1rem .55rem; border-radius: 1rem; font-size: .85rem; font-weight: 600;
      white-space: nowrap;
    }
    .counts li { padding: .2rem .8rem; font-size: .95rem; }
    .state.passed, .counts .passed { color: var(--passed); background: var(--passed-tint); }
    .state.failed, .state.broken, .counts .failed, .counts .broken {
      color: var(--failed); background: var(--failed-tint);
    }
    .state.flaky, .counts .flaky { color: var(--flaky); background: var(--flaky-tint); }
    .state.skipped, .counts .skipped { color: var(--skipped); background: var(--skipped-tint); }
    .failures { margin: .8rem 0; padding: 0; list-style: none; }
    .failures li {
      margin: .6rem 0; padding: .8rem 1.1rem; border: 1px solid var(--line);
      border-left: 4px solid var(--failed); border-radius: 8px; background: var(--card);
    }
    .failures p { margin: .15rem 0; }
    .failures a { font-weight: 600; }
    .failures code { padding: .1rem .4rem; border-radius: 4px; background: var(--code); }
    .why { overflow-wrap: anywhere; }
    .files { padding: 0; list-style: none; }
    .files li { padding: .15rem 0; }
    .file { margin-top: 1.5rem; }
    .file > summary { display: flex; flex-wrap: wrap; gap: .3rem .7rem; align-items: baseline; padding: .3rem 0; }
    .file h2 { margin: 0; }
    .cases {
      margin-top: .6rem; border: 1px solid var(--line); border-radius: 10px;
      background: var(--card); overflow: hidden;
    }
    .case + .case { border-top: 1px solid var(--line); }
    summary { padding: .5rem 1rem; cursor: pointer; overflow-wrap: anywhere; }
    summary:focus-visible, a:focus-visible { outline: 2px solid var(--link); outline-offset: -2px; }
    .file > summary::before, .case > summary::before { content: "▸"; color: var(--soft); }
    .file[open] > summary::before, .case[open] > summary::before { content: "▾"; }
    .case > summary { display: flex; gap: .7rem; align-items: baseline; }
    .case > summary .state { min-width: 4.6rem; text-align: center; }
    .case > summary .time { margin-left: auto; white-space: nowrap; font-variant-numeric: tabular-nums; }
    .name { font-weight: 600; }
    .content { padding: .1rem 1.1rem 1.1rem; }
    .content > :first-child { margin-top: 0; }
    .step, .body { margin: .6rem 0; border: 1px solid var(--line); border-radius: 8px; }
    .step > summary, .body > summary { padding: .4rem .8rem; }
    .step > :not(summary) { margin-left: .8rem; margin-right: .8rem; }
    .step > table { width: calc(100% - 1.6rem); }
    .step > :last-child:not(summary) { margin-bottom: .8rem; }
    .body > summary { color: var(--soft); font-size: .9rem; }
    .body > pre { margin: 0; border-top: 1px solid var(--line); border-radius: 0 0 8px 8px; }
    .body > p { margin: 0; padding: .4rem .8rem; }
    .exchanges { padding-left: 1.1rem; }
    .message { border-left: 3px solid var(--line); border-radius: 0 6px 6px 0; tab-size: 2; }
    .message.of-error { border-color: var(--failed); }
    .message.of-warning { border-color: var(--flaky); }
    .error { color: var(--failed); font-weight: 600; }
    .hint { color: var(--flaky); font-weight: 600; }
    .key { color: var(--key); }
    .string { color: var(--string); }
    .number { color: var(--number); }
    table { width: 100%; margin: .6rem 0; border-collapse: collapse; font-size: .9rem; }
    caption { padding: .2rem 0; text-align: left; font-size: .9rem; }
    th, td {
      padding: .3rem .7rem .3rem 0; border-top: 1px solid var(--line);
      text-align: left; vertical-align: top; overflow-wrap: anywhere;
    }
    thead th { border-top: 0; font-weight: 600; }
    tbody th { font-weight: 500; }
    .fields th { width: 14rem; }
    .differences .expected code { color: var(--passed); }
    .differences .received code { color: var(--failed); }
    .times th, .times td { overflow-wrap: normal; font-variant-numeric: tabular-nums; }
    .times td { white-space: nowrap; }
    .times td, .times thead th:not(:first-child) { text-align: right; padding: .3rem 0 .3rem .7rem; }
    .waterfall { display: block; max-width: 100%; height: auto; margin: .5rem 0; }
    footer { margin-top: 3rem; padding-top: .8rem; border-top: 1px solid var(--line); color: var(--soft); font-size: .9rem; }
    @media (max-width: 40rem) {
      body { padding: 1.2rem .9rem; }
      .case > summary { flex-wrap: wrap; }
      .fields th { width: 8rem; }
      .times { font-size: .72rem; }
      .times th, .times td { padding: .3rem .1rem; }
      .times td, .times thead th:not(:first-child) { padding: .3rem .1rem; }
    }
    @page { margin: 16mm; }
    @media print {
      h1 { font-size: 18pt; }
      .times { font-size: 8pt; }
      .state, .counts li { border: 1px solid; }
      .file > summary::before, .case > summary::before { content: ""; }
      :root { color-scheme: light; --page: #ffffff; --code: #f7f7f6; }
      body { max-width: none; padding: 0; font-size: 10pt; }
      .failures li, .message, tr, svg { break-inside: avoid; }
      h2, h3, h4, summary { break-after: avoid; }
      a { color: inherit; text-decoration: none; }
    }

    """
}
