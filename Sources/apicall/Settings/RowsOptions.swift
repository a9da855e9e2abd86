import APICallBase
import APICallLanguage
import APICallModel
import APICallScripts
import CommandOptions

extension OptionSection<RunSettings> {
  static var rows: OptionSection {
    OptionSection(
      "ROWS",
      [
        .value(
          "--rows", "file",
          "Make the call once for each row of this file, whose columns are the inputs: a .csv file, "
            + "or one JSON map a line (NDJSON), also - for standard input.",
          .path
        ) { $0.rows.path = $1 },
        .value(
          "--part", "i/n",
          "Take only the rows in part I of N of the file, such as 3/1000, which are cut by bytes."
        ) { (settings, text) throws(Failure) in
          guard let part = RowsPart(written: text) else {
            throw Failure(
              .usage, "--part: '\(text)' is not a part",
              hint: "write its number from 1, and the number of parts, as in --part 3/1000")
          }
          settings.rows.part = part
        },
        .value(
          "--results", "file",
          "Write what became of each row to this file, as lines of JSON; - for standard output.",
          .path
        ) { $0.rows.results = $1 },
        .value("--row-key", "column", "The column by which the results name a row.") {
          $0.rows.key = $1
        },
        .value(
          "--resume", "how",
          "Continue the results of an earlier run: skip the rows that are done; with =changed, also "
            + "if the file of the call has changed.",
          .words { Resumption.allCases.map(\.rawValue) }, usual: Resumption.same.rawValue
        ) { (settings, text) throws(Failure) in
          settings.rows.resume = try word(text, of: "--resume")
        },
        .value(
          "--unknown", "how",
          "Whether to skip or repeat rows whose request may have taken effect (default skip).",
          .words { UnknownRows.allCases.map(\.rawValue) }
        ) { (settings, text) throws(Failure) in
          settings.rows.unknown = try word(text, of: "--unknown")
        },
        .value(
          "--grace", "duration",
          "After SIGTERM, begin no further row, and let those in progress end within this time."
        ) { (settings, text) throws(Failure) in
          guard let time = Duration(written: text) else {
            throw Failure(
              .usage, "--grace: '\(text)' is not a duration",
              hint: "write a unit, as in --grace 30s")
          }
          settings.rows.grace = time
        },
        .value(
          "--exit-final", "status",
          "The exit status if all rows are done and some failed: 0 or 10 to 63 (default 10)."
        ) { (settings, text) throws(Failure) in
          guard let number = Int32(text), number == 0 || ExitStatus.choices.contains(Int(number))
          else {
            throw Failure(
              .usage, "--exit-final: '\(text)' is not 0 or from 10 to 63",
              hint: "write 0 if failed rows are not a failure of the run")
          }
          settings.rows.exit = number
        },
        .value(
          "--rate", "rate",
          "Send at most this many requests per second, minute or hour, such as 200/s."
        ) { (settings, text) throws(Failure) in
          guard let rate = Loop.Rate(written: text) else {
            throw Failure(
              .usage, "--rate: '\(text)' is not a rate",
              hint: "write a number per second, minute or hour, from 1 to \(Loop.Rate.most): 10/s")
          }
          settings.rows.rate = rate
        },
        .value(
          "--rate-file", "file",
          "Share --rate with all processes of this machine that name the same file.", .path
        ) { $0.rows.rateFile = $1 },
        .value(
          "--limiter", "plugin",
          "Share the rate with the processes of all machines that use the same plugin."
        ) { $0.rows.limiter = $1 },
      ])
  }
}

/// Reads the value of an option that is one of a few words.
private func word<Word>(_ text: String, of option: String) throws(Failure) -> Word
where Word: RawRepresentable<String> & CaseIterable {
  if let word = Word(rawValue: text) { return word }
  let words = Word.allCases.map(\.rawValue).joined(separator: " or ")
  throw Failure(.usage, "\(option): '\(text)' is not \(words)")
}
