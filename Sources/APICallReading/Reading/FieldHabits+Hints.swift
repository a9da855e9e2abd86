extension FieldHabits {
  /// Names with a hint of their own, and the field by which the map is known.
  static let others = """
    graphql | body data payload content raw_body | write 'json:', 'form:', 'text:', 'file:' or \
    'multipart:', which set the Content-Type, too
    operation_name | body document mutation operation | write 'query:' for the GraphQL document
    graphql | xml raw html body_text plain | write 'text:' with the body, and 'type: \
    application/xml' or another media type
    graphql | form_data | write 'form:' for a form, or 'multipart:' for one with files
    graphql | content_type mime mime_type media_type | write 'type:' beside 'text:' or 'file:'; \
    'json:' and 'form:' set the Content-Type
    filename | content_type mime mime_type media_type | write 'type:' for the Content-Type of the \
    part
    trailers | json jsonpath json_path text data payload content values schema contains regex | \
    write 'body:' with a text, or with paths, as in 'body: {$.id: 7}'
    trailers | sha256 sha512 sha1 md5 hex base64 size length | write it below 'bytes:'
    response | status headers json text body code | write it below 'response:'
    headers | json_path body data payload content | write 'json:' for a JSON body, 'text:' for \
    any other
    max_pages | limit page_size per_page size | a size is an item of the query, as \
    in 'query: {limit: 100}'; the next page is found by 'page', 'offset', 'cursor', 'next' or \
    'link'
    graphql | basic basic_auth username user password url_username url_password digest | write 'auth: \
    {type: basic, username: NAME, password: <secret.NAME>}'
    graphql | token bearer access_token jwt api_token | write 'auth: {type: bearer, token: \
    <secret.NAME>}'
    graphql | api_key apikey | write 'auth: {type: apikey, name: X-Api-Key, value: <secret.NAME>}'
    graphql | oauth oauth2 | write 'auth: {type: bearer, token: <login.token>}', with 'needs: {login: \
    {call: login.yaml}}'
    headers | cookies cookie cookie_jar | write 'headers: {Cookie: name=value}'
    graphql | accept user_agent referer referrer accept_language accept_encoding | write it in \
    'headers:', as in 'headers: {Accept: text/csv}'
    requester | proxy verify insecure cert key ca cacert verify_ssl ssl tls validate_certs \
    http_version ssl_verify | that is an option of 'apicall run': see 'apicall run --help'
    graphql | request http endpoint | write its fields at the top of the file: 'url:', 'method:', \
    'headers:'
    graphql | compressed encoding compress decompress | leave it out: responses are decompressed
    graphql | status_code http_status expected_status status code | write 'expect: {status: 200}'
    graphql | print output dest save save_to download return_content | 'apicall run FILE --output \
    PATH' saves the response, and --print prints parts of it
    graphql | script scripts pre_script post_script pre_request before after setup teardown hook \
    hooks finally on_failure | a script with 'steps:' and 'finally:' makes several calls in \
    order: see 'apicall help scripts'
    graphql | delay sleep wait pause | a call does not wait; 'retry: {every: 2s}' sets the pause \
    before a retry, and a step of a script has 'poll:'
    graphql | each foreach for_each for loop repeat iterations parallel concurrency matrix with_items \
    | a step of a script has 'each:' for a loop: see 'apicall help scripts'
    graphql | poll until while | a step of a script has 'poll:': see 'apicall help scripts'
    graphql | if when condition unless | a step of a script has 'if:': see 'apicall help scripts'
    graphql | skip disabled | write 'test: {skip: REASON}', and 'apicall test' leaves the file out
    graphql | cache etag | write 'headers: {If-None-Match: …}': apicall keeps no cache
    graphql | with | write 'inputs:' with a 'default:' for each value, or give it on the command line
    graphql | columns fields | --columns is an option of 'apicall run'; 'select: {name: $.path}' \
    makes columns, too
    test | tags tag labels label | write 'test: {tags: [NAME]}' for 'apicall test --tag NAME'
    let | secrets secret | write <secret.NAME> where it is used, after 'apicall secrets set NAME \
    --origin ORIGIN'
    let | on creates body_format id seq version meta info uuid order runs_on uses debug log trace \
    options settings config | leave it out: a file is known by its path, and options belong to \
    the command line
    profile | host url base_url headers auth inputs hosts variables vars | write it in a profile, \
    as in 'profiles: {live: {host: …}}'
    profile | timeout retry redirects expect query needs settings options default config | write \
    it below 'defaults:'
    finally | test_case | a script whose name ends in .test.yaml is a test
    inputs | env environment environments | an input has 'env: NAME'; apicall.yaml has 'profiles'
    examples | response responses | write 'examples: {NAME: {response: …}}'
    finally | setup before before_all pre pre_request needs depends_on | write it as the first of \
    the 'steps:'
    finally | url host hosts path method headers query json form auth retry timeout paginate \
    needs body select | write it in the called file, or in a step, as in 'call: {url: …}'
    finally | parallel concurrency loop each foreach if when save rate poll until retries repeat \
    | write it in a step
    poll | until repeat_until wait_for retry_until while | write 'poll: {until: {body: {$.status: \
    done}}}' to repeat a call until its response is right
    poll | repeat times iterations count | write 'each: {range: [1, 3]}' to run a step three \
    times
    poll | delay sleep wait pause | write 'rate: 1/s' to pace a loop, or 'poll: {every: 2s}' to \
    repeat a call; a step does not wait otherwise
    poll | url host path method headers query json form text multipart graphql paginate body \
    redirects decode needs | write it in the called file, or here as in 'call: {url: …, headers: \
    …}'
    poll | name id desc description title summary tags comment label | leave it out: a step has \
    its name in the map, and '# …' is a comment
    poll | outputs register save_as capture captures extract export exports vars_from | the \
    called file has 'outputs:', which are <STEP.NAME> in later steps
    poll | depends_on depends requires after_step | leave it out: steps run in the order of the \
    file
    poll | else then elif switch | write another step with the opposite 'if:'
    poll | print debug dump log echo | 'print:' at the top of the script names the step whose \
    response is printed
    poll | backoff | write 'poll: {backoff: 2}' or 'retry: {backoff: 2}'
    poll | delegate_to changed_when become | leave it out: a step is a call of HTTP
    """
}
