/// What the fields of other programs' files are called here.
enum FieldHabits {
  /// What a field is called elsewhere, and what its hint says.
  private struct Habit {
    var field: String
    var names: [Substring]
    var words: String
  }

  /// Reads a table with a line for each habit: the field, the names and the words.
  private static func habits(_ table: String) -> [Habit] {
    table.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: " | ")
      guard cells.count == 3 else { return nil }
      return Habit(
        field: String(cells[0]), names: cells[1].split(separator: " "), words: String(cells[2]))
    }
  }

  /// A field here, the names that it has elsewhere, and its use.
  ///
  /// A name of several fields means the first one that the map can have.
  private static let all = """
    status | status_code code http_code response_code http_status statuses | the status of the \
    response
    on | status statuses on_status status_codes codes retry_on errors conditions causes | the \
    statuses and failures that lead to it
    times | count max attempts max_attempts retries max_retries limit tries number | the number \
    of retries after the first attempt
    every | delay interval wait sleep pause retry_delay retry_interval initial_delay seconds | \
    the pause between two requests
    for | timeout max_time total max_wait duration attempts retries times | the time limit of the \
    polling
    until | condition success done while expect status | the response that ends the polling
    max_pages | max maximum limit_pages | the maximum number of pages
    total | request response max all overall max_time exchange duration transfer | the time limit \
    for the whole exchange
    idle | read write send receive socket inactivity stall | the time limit for silence from the \
    other side
    time | duration response_time elapsed latency max_time | the time that the call may take
    trailers | trailer | the trailer fields of the response
    bytes | raw rawbytes raw_bytes binary | the bytes of the body
    http_version | version protocol | the version of the protocol
    follow | max limit count enabled times max_redirects | how many redirects are followed
    page | number page_number page_param | the place of the page number, such as query.page
    into | param parameter target place | the place of the cursor in the request, such as \
    query.cursor
    cursor | token next_token next_cursor after page_token | the path of the cursor in the body
    items | results data list path values | the path of the items of a page
    from | jsonpath json path json_path body expr expression value select query xpath | the \
    JSONPath of the value
    regex | pattern match matches regexp | a pattern for part of the text
    header | headers http_header | the header field with the value
    default | value initial fallback | the value if there is none
    help | description desc title summary label comment message | what the input is for
    secret | sensitive hidden masked password private credential | a value that is masked
    pattern | regex regexp match matches | a pattern that the text must match
    enum | options choices values one_of allowed | the allowed values
    env | env_var variable from_env environment_variable environment | the environment variable \
    that may contain the value
    prompt | ask question | a question on the terminal if no value is given
    min | minimum ge gte min_value | the smallest allowed value
    max | maximum le lte max_value | the largest allowed value
    file | path filepath src source upload upload_file | the file to send
    text | value content data body | the content of the part
    scrub | ignore mask exclude | the values that differ from run to run
    exit | exit_code exit_status code status | the exit status of the case
    golden | snapshot expected | whether the output must equal a golden file
    tags | tag labels label | the words by which --tag selects cases
    call | run uses request req endpoint exec include use action file api http operation module | \
    the file or endpoint that is called
    with | inputs params vars args arguments variables parameters env input data bind | the \
    inputs of the call
    each | foreach for_each for loop with_items with_dict iterate items matrix | the loop of a \
    step
    if | when condition skip unless only_if skip_if | the condition of a step
    parallel | concurrency workers max_parallel threads forks | how many iterations run at the \
    same time
    rate | throttle limit_rate rps rate_limit | how many iterations start per second, such as 2/s
    batch | batch_size chunk chunk_size size group page_size | how many rows an iteration has
    stop_after | max_failures max_errors fail_after error_limit max_fail | the number of failures \
    that ends the loop
    failures | failed_rows errors_file dead_letter dlq rejected rejects | the file with the rows \
    that failed
    results | output log report journal result | the file with a line about each row
    allow_failure | continue_on_error ignore_errors ignore_error ignore_failure may_fail | a step \
    whose failure does not end the script
    fail | fail_if raise throw abort die | a failure with a message of its own
    pause | sleep delay wait | the pause before the call
    cleanup | teardown rollback undo defer after | the call that reverses the step
    save | output dest save_to download out write output_file | the file in which the response is \
    saved
    expect | assert asserts assertions tests test validate check expected expectations \
    failed_when should | what the response has to be
    outputs | capture captures extract export exports register save_as results result return \
    returns post_vars | values of the response
    inputs | vars variables var parameters arguments args | the values that a caller gives
    needs | depends_on depends dependencies requires require prerequisites | the calls that run \
    before this one
    extends | include includes import imports inherits parent base | the file whose fields are \
    inherited
    let | set define local locals computed const constants | values that are computed once
    query | params querystring query_params query_parameters qs | the items of the query
    summary | name description desc title docs comment | what the file does, in a sentence
    retry | retries attempts max_retries max_attempts | how often a failed request is sent again
    redirects | follow follow_redirect follow_redirects location allow_redirects max_redirects \
    max_redirs | how many redirects are followed
    timeout | time_limit deadline max_time request_timeout timeout_minutes timeout_seconds \
    timeout_ms | the time limit of the call
    auth | authorization authentication credentials | the credentials
    host | base_url server servers domain hostname origin | the scheme, host and base path
    url | uri href address link | the URL of the request
    method | verb http_method | the HTTP method
    path | route pathname | the path of the URL
    json | json_body body_json request_body | a JSON body
    multipart | files formdata multipart_form form_multipart | a form with files
    form | urlencoded form_urlencoded form_params x_www_form_urlencoded | a form
    more | has_more has_next more_results is_truncated truncated has_next_page more_path | whether \
    another page follows
    total | total_count total_items total_pages total_path page_count | the number of all items, or \
    of all pages
    offset | skip start start_at from | the number of the items before a page
    cursor | next_cursor token next_token page_token continuation marker after | the value that \
    requests the next page
    end | end_status stop_status last_status | the statuses after the last page
    paginate | pagination paging pager pages page next_page | all pages of a list
    where | filter filters | the condition for keeping a row
    select | jsonpath jq | the parts of the response that are printed, such as $.items
    sort | sort_by order_by order | the members by which rows are sorted
    group | group_by | the value by which rows are grouped
    limit | top take head first | the maximum number of rows
    on_failure | on_error rescue catch handlers failure | the calls after a failed step
    finally | always teardown after after_all ensure post cleanup | the calls at the end of the \
    script
    steps | requests calls jobs tasks stages flow runners hooks | the calls of a script
    profiles | environments environment envs env stages | sets of hosts and inputs, such as one \
    for each stage
    """

  /// The hint for a file that is one line of another program; nil for any other.
  static func hint(forFile text: String) -> String? {
    if text.hasPrefix("curl ") {
      return "'apicall import curl FILE' makes a file of each command line"
    }
    let words = text.split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[1].contains("://") || words[1].hasPrefix("/"),
      words[0].utf8.allSatisfy({ (0x41...0x5A).contains($0) })
    else { return nil }
    return "write 'method: \(words[0])' and 'url: …' on lines of their own"
  }

  static func hint(for name: String, among known: [String]) -> String? {
    let name = plain(name)
    if let found = habits(others).first(where: applies) { return found.words }
    return habits(all).first(where: applies).map { "write '\($0.field):' for \($0.words)" }

    func applies(_ habit: Habit) -> Bool {
      known.contains(habit.field) && habit.names.contains { plain($0) == name }
    }
  }

  /// A name without case and word breaks: `statusCode`, `status-code` and `status_code` are one.
  private static func plain(_ name: some StringProtocol) -> String {
    name.lowercased().filter { $0 != "_" && $0 != "-" }
  }
}
