/// What options of other test runners are called in `apicall test`.
enum TestHabits {
  /// The hint for an option of `apicall test`; nil for one that is not known from elsewhere.
  static func hint(for option: String) -> String? {
    HabitTable.hint(for: option, in: all) ?? RequestHabits.hint(for: option).map { _ in ofRun }
  }

  static let ofRun =
    "leave it out: a case sends what its file describes; 'apicall run' has options for a call"

  private static let all = """
    -s -q -v -vv --silent --quiet --verbose --pretty --debug --show-output => \
      leave it out: the report has a line for each case, and every difference of a failed one
    --junit --tap --html --json --reporter --reporters --report-junit --report-html --report-tap \
      --reporter-junit --reporter-json --output -o => \
      --report KIND=FILE writes a report, as in --report junit=report.xml
    -x --bail --fail-fast --failfast --exitfirst --fail-early --maxfail --max-fail => \
      --max-failures 1 ends the run after the first failure
    --lf --last-failed --only-failures --rerun-failed => --failed runs those that failed last
    -t -m -g --grep --match --only --name --run --test --testNamePattern -n => \
      --filter TEXT runs the cases whose name has the text
    --tags --include-tags --label --scopes => --tag NAME runs the cases with a tag
    --skip-tags --exclude-tags --exclude => --tag '!NAME' leaves out the cases with a tag
    -u --snapshot --update-golden --update-snapshots --updateSnapshot --accept --bless --save => \
      --update accepts the output of the cases
    -p --parallel --workers --threads --concurrency --maxWorkers --shard -P => \
      --jobs N runs up to N cases at a time
    --retry --reruns --flaky => --retries N runs a failed case again if it was sent
    --env --environment --stage => --profile NAME uses a profile of apicall.yaml
    --dry-run --offline --replay => leave it out: nothing is sent without --live or --record
    --list --collect-only => 'apicall list' lists the files
    -i --insecure -k -L --follow -H --header --timeout --host --mock -X -d => \(ofRun)
    --no-color --nocolor --no-colors => --color never
    --fail -f --check-status => leave it out: a case that fails makes the exit status 1
    --watch => a shell can repeat it: while sleep 5; do apicall test; done
    --pass-with-no-tests --passWithNoTests --allow-empty => --allow-none succeeds without a case
    --cov --coverage => --uncovered fails if an endpoint has no case
    --ci => --report auto writes what GitHub Actions shows
    """
}
