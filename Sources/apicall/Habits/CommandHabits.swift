import APICallBase
import APICallSystem
import APICallText

/// What other programs' commands are called here.
enum CommandHabits {
  private static let all = """
    version => 'apicall --version' prints it
    new create add generate gen save scaffold => \
      'apicall init' begins a project, 'apicall get URL --save FILE' a file
    lint validate verify doctor => 'apicall check' reports the errors of files
    format tidy => 'apicall fmt' writes files in their canonical form
    mock server stub start up fixture => \
      'apicall serve' is a mock server with the examples of the files
    docs doc man manual usage => 'apicall help' prints help, 'man apicall' the manual
    ls tree => 'apicall list' lists the files
    exec call send request do make play loadtest => 'apicall run FILE' makes the call of a file
    curl convert curl2 => 'apicall import curl -- curl ...' makes a file of a command line
    export to-curl code codegen snippet => \
      'apicall show FILE --as curl' prints the call as a command line of curl
    config env environments profile profiles use switch => \
      apicall.yaml has profiles; --profile NAME uses one
    auth login logout token tokens credentials keys vault => \
      'apicall secrets set NAME --origin ORIGIN' stores a credential
    secret => did you mean 'secrets'?
    sessions cookies cookie cache => 'apicall session list' lists the outputs that are kept
    plugin plug ext extension extensions => 'apicall plugins list' lists the plugins
    record rec capture proxy => \
      'apicall test --record' records the cases, 'apicall run FILE --record DIR' a run
    replay => 'apicall run FILE --replay DIR' responds with a recording
    update upgrade self-update => \
      'apicall test --update' accepts changed output; the package manager updates the program
    tests spec check-all coverage => 'apicall test' tests files by their examples
    history log logs => 'apicall run FILE --events FILE' writes what happens in a run
    print dump view cat describe inspect preview dry-run debug => \
      'apicall show FILE' prints the request
    diff drift => 'apicall test --drift' compares responses with recorded ones
    edit open => a file is text: 'apicall schema' helps editors, 'apicall check' finds errors
    sync pull push fetch clone => files are kept in a repository, such as git: apicall has no server
    download wget => 'apicall get URL --output FILE' saves the response
    form => 'apicall post URL name=value --form' sends a form
    query graphql gql => a file has 'graphql:' with a query: see 'apicall help graphql'
    trace connect propfind link => a file has 'method:' for any method, as in 'method: PROPFIND'
    watch repeat loop bench => \
      a step of a script has 'each:' and 'poll:': see 'apicall help scripts'
    bulk batch collection folder workflow => \
      'apicall run FILE FILE' runs files, and a script has steps
    install => 'apicall plugins install' installs a plugin
    untrust allow => 'apicall trust' trusts the files in a folder: see 'apicall trust --help'
    topics => 'apicall help topics' lists the pages of the manual
    completions autocomplete => 'apicall completion SHELL' prints a completion script
    openapi swagger api => \
      'apicall import' takes command lines of curl; 'apicall init' begins a project
    """

  /// The hint for a word that is not a command.
  ///
  /// Returns the command that was probably meant; nil if that is not known.
  static func hint(for word: String) -> String? {
    let plain = word.lowercased()
    if word != plain, ["get", "head", "post", "put", "patch", "delete", "options"].contains(plain) {
      return "did you mean '\(plain)'?"
    }
    let files = SystemFiles()
    let places = [(word, word), ("endpoints/\(word).yaml", word), ("\(word).yaml", "\(word).yaml")]
    // A file of that name is meant rather than a habit.
    guard !word.isEmpty, let file = places.first(where: { files.status(of: $0.0)?.kind == .file })
    else {
      let isAddress = word.contains { ".:/".contains($0) } && !word.hasSuffix(".yaml")
      return HabitTable.hint(for: plain, in: all)
        ?? (isAddress ? "did you mean 'apicall get \(ShellWord.path(word))'?" : nil)
    }
    return "did you mean 'apicall run \(ShellWord.path(file.1))'?"
  }
}
