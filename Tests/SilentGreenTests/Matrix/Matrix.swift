/// The required outcome of each error.
///
/// Ideally, every outcome is `named`: the issue fails the test that caused it. The other outcomes
/// and their reasons:
///
/// - `relayed` — a `@Test` without the trait. The library is not informed when such a test ends, so
/// a task that inherits the test's name records issues from other contexts. An issue may be
/// recorded after the line that reports that the test passed, or even after the run. The process
/// fails in any case.
/// - `relayedInTime` — the same, but the test lasts long enough to be named.
/// - `unknown` — Swift Testing finds no running test for work that left its task without a capture.
/// Many tests may be running, so choosing one would be a guess.
/// - `unclaimed` — the same for an expectation of Swift Testing, which does not use this library.
/// - `searched` — the same in a search, which ends at this failure and also reports it on the test,
/// with the token of the schedule.
/// - `ended` — the test has already ended, so it can no longer fail. The message names the test.
/// - `exited` — the test ends the process. The process fails and names the test.
/// - `preparing` — Swift Testing ignores issues while it evaluates arguments and traits, before it
/// runs the first test. The message names the test.
/// - `endedNext` — the same as `ended`, but in a task of the next test. The next test fails, and the message
/// names the first test.
/// - `next` — XCTest runs one test at a time, so an issue without a scope belongs to the running
/// test, even if the previous test started the work.
/// - `tornDown` — an asynchronous `tearDown` is the last method of a test that XCTest runs. It does
/// not run on the main thread, which alone may record issues. The message names the test and the
/// base class that solves the problem.
/// - `outside` — work that a test left behind and that cannot be attributed to it. The process
/// fails when it exits.
/// - `unlinked` — the product that supports the test runner is not linked. The message names the
/// product.
/// - `unexplained` — the child process of an exit test can communicate only its exit status. The
/// parent test fails, but does not explain why.
/// - `lost` — the same, but the exit status is the expected one, so the issue is lost. This is a
/// known limitation, and the reason to link one of the testing products in targets with exit tests.
///
/// The columns are the forms, with the product for their runner linked. Without this product, every
/// place is `unlinked`. The last column contains XCTest assertions in a `@Test` with only
/// DependenceXCTest linked, which finds the test wherever Swift Testing finds it.
enum Matrix {
  private static let table = """
    place                      Tests    TraitTests Cases    TraitCases SyncCase AsyncCase BaseCase bridged
    nowhere                    passes   passes     passes   passes     passes   passes    passes   passes
    sameTask                   named    named      named    named      named    named     named    named
    childTask                  named    named      named    named      named    named     named    named
    detachedCaptured           relayed  named      relayed  named      named    named     named    unlinked
    detachedBare               unknown  unknown    unknown  unknown    named    named     named    unlinked
    queueCaptured              relayed  named      relayed  named      named    named     named    unlinked
    queueBare                  unknown  unknown    unknown  unknown    named    named     named    unlinked
    threadCaptured             relayed  named      relayed  named      named    named     named    unlinked
    threadBare                 unknown  unknown    unknown  unknown    named    named     named    unlinked
    deinit                     named    named      named    named      named    named     named    named
    deinitOnThreadCaptured     relayed  named      relayed  named      named    named     named    unlinked
    isolatedDeinitCaptured     relayed  named      relayed  named      named    named     named    unlinked
    isolatedDeinitBare         unknown  unknown    unknown  unknown    named    named     named    unlinked
    streamEnd                  named    named      named    named      named    named     named    named
    streamEndOnThreadCaptured  relayed  named      relayed  named      named    named     named    unlinked
    configuration              -        named      -        -          -        -         named    -
    setUp                      named    named      -        -          named    named     named    named
    tearDown                   named    named      -        -          named    tornDown  named    named
    queueThenSkipCaptured      relayed  named      relayed  named      named    named     named    unlinked
    lateTask                   relayed  relayed    relayed  relayed    next     next      ended    relayed
    lateDetachedCaptured       relayed  ended      relayed  ended      ended    ended     ended    unlinked
    lateDetachedBare           unknown  unknown    unknown  unknown    next     next      next     unlinked
    lateCallbackCaptured       relayed  endedNext  relayed  endedNext  ended    ended     ended    next
    lateCallbackKnownCaptured  relayed  ended      relayed  ended      -        -         -        -
    lateReadCaptured           -        ended      -        ended      ended    ended     ended    -
    processExitCaptured        relayed  ended      relayed  ended      ended    ended     ended    unlinked
    lastTask                   -        ended      -        ended      -        -         ended    -
    lastDetachedCaptured       -        ended      -        ended      ended    ended     ended    -
    """

  /// The errors of one form only, with each set of products.
  ///
  /// XCTest assertions in a `@Test`, and Swift Testing expectations in an `XCTestCase`, have no
  /// effect on the test without the bridge in DependenceXCTest. A test that waits for its issue
  /// never ends if the issue is not recorded.
  private static let specialTable = """
    form             place                           core         testing        xctest       both
    HeldTests        nowhere                         passes       passes         passes       passes
    HeldTests        detachedCaptured                -            relayedInTime  -            relayedInTime
    HeldTests        queueCaptured                   -            relayedInTime  -            relayedInTime
    HeldTests        threadCaptured                  -            relayedInTime  -            relayedInTime
    ExitTests        nowhere                         passes       passes         passes       passes
    ExitTests        trap                            passes       passes         passes       passes
    ExitTests        trapIsMissing                   named        named          named        named
    ExitTests        reportThenReturn                unexplained  named          named        named
    ExitTests        reportThenExpectedFailure       lost         named          named        named
    ExitTests        reportThenExpectedExit          unexplained  named          named        named
    ExitTests        reportThenExpectedTrap          lost         named          named        named
    ExitTests        reportOnThreadThenExpectedExit  unexplained  named          named        named
    ExitTests        leftoverThenExpectedFailure     -            named          -            named
    AssertionTests   nowhere                         passes       passes         passes       passes
    AssertionTests   XCTFail                         -            -              named        named
    AssertionTests   XCTAssertEqual                  -            -              named        named
    AssertionTests   XCTAssertTrue                   -            -              named        named
    AssertionTests   XCTAssertNil                    -            -              named        named
    AssertionTests   XCTAssertThrowsError            -            -              named        named
    AssertionTests   XCTUnwrap                       -            -              named        named
    AssertionTests   knownIssue                      -            -              passes       passes
    ExpectationCase  nowhere                         passes       passes         passes       passes
    ExpectationCase  expect                          -            -              named        named
    ExpectationCase  require                         -            -              named        named
    ExpectationCase  record                          -            -              named        named
    ExpectationCase  expectThrows                    -            -              named        named
    ExpectationCase  knownIssue                      -            -              passes       passes
    ExpectationCase  knownIssueMissing               -            -              named        named
    HarnessTests     nowhere                         -            passes         -            passes
    HarnessTests     leftoverSleeper                 -            named          -            named
    HarnessTests     unfinishedCall                  -            named          -            named
    HarnessTests     unawaitedCheck                  -            named          -            named
    HarnessTests     lateCheck                       -            ended          -            ended
    HarnessTests     lateCall                        -            ended          -            ended
    HarnessTests     lateSleep                       -            ended          -            ended
    HarnessTests     unexpectedCall                  -            named          -            named
    HarnessTests     failedIteration                 -            named          -            named
    HarnessTests     timeForNobody                   -            named          -            named
    HarnessTests     unusedOverride                  -            named          -            named
    HarnessTests     strictRead                      -            named          -            named
    HarnessTests     missingCall                     -            named          -            named
    HarnessTests     missingIssue                    -            named          -            named
    HarnessTests     initialValue                    -            named          -            named
    HarnessTests     constantInitialValue            -            named          -            named
    HarnessTests     detachedPreparation             -            unknown        -            unknown
    HarnessTests     exitInTest                      -            exited         -            exited
    HarnessTests     argument                        -            preparing      -            preparing
    HarnessCase      nowhere                         -            -              passes       passes
    HarnessCase      leftoverSleeper                 -            -              named        named
    HarnessCase      unfinishedCall                  -            -              named        named
    HarnessCase      unawaitedCheck                  -            -              named        named
    HarnessCase      lateCheck                       -            -              ended        ended
    HarnessCase      lateCall                        -            -              ended        ended
    HarnessCase      lateSleep                       -            -              ended        ended
    HarnessCase      unexpectedCall                  -            -              named        named
    HarnessCase      failedIteration                 -            -              named        named
    HarnessCase      timeForNobody                   -            -              named        named
    HarnessCase      unusedOverride                  -            -              named        named
    HarnessCase      strictRead                      -            -              named        named
    HarnessCase      missingCall                     -            -              named        named
    HarnessCase      missingIssue                    -            -              named        named
    HarnessCase      initialValue                    -            -              named        named
    HarnessCase      detachedPreparation             -            -              passes       passes
    HarnessCase      lateSetup                       -            -              outside      outside
    HarnessCase      exitInTest                      -            -              exited       exited
    PlainHarnessTests nowhere                        -            passes         passes       passes
    PlainHarnessTests leftoverSleeper                -            ended          outside      ended
    PlainHarnessTests unfinishedCall                  -            ended          outside      ended
    PlainHarnessTests unawaitedCheck                  -            ended          outside      ended
    PlainHarnessTests unexpectedCall                  -            named          unlinked     named
    PlainHarnessTests failedIteration                 -            named          unlinked     named
    PlainHarnessTests timeForNobody                  -            named          unlinked     named
    PlainHarnessTests missingCall                    -            named          unlinked     named
    PlainHarnessTests missingIssue                   -            named          unlinked     named
    PlainHarnessTests initialValue                    -            named          unlinked     named
    PlainHarnessTests detachedPreparation             -            unknown        -            unknown
    PlainHarnessTests argument                        -            preparing      -            preparing
    PlainHarnessCase nowhere                         -            passes         passes       passes
    PlainHarnessCase leftoverSleeper                 -            outside        tornDown     tornDown
    PlainHarnessCase unfinishedCall                  -            outside        tornDown     tornDown
    PlainHarnessCase unawaitedCheck                  -            outside        tornDown     tornDown
    PlainHarnessCase unexpectedCall                  -            unlinked       named        named
    PlainHarnessCase failedIteration                 -            unlinked       named        named
    PlainHarnessCase timeForNobody                   -            unlinked       named        named
    PlainHarnessCase missingCall                     -            unlinked       named        named
    PlainHarnessCase missingIssue                    -            unlinked       named        named
    PlainHarnessCase initialValue                    -            unlinked       named        named
    PlainHarnessCase detachedPreparation             -            -              passes       passes
    PlainHarnessCase lateSetup                       -            -              outside      outside
    PlainHarnessCase exitInTest                      -            -              exited       exited
    """

  private static let simulationTable = """
    place            ExploreTests DeterministicTests SimulationTests SimulationCase SyncSimulationCase
    nowhere          passes       passes             passes          passes         passes
    race             named        named              named           named          named
    deadlock         named        named              named           named          named
    livelock         named        named              named           named          named
    leftoverTask     named        named              named           named          named
    outsideWork      named        named              named           named          named
    badToken         named        named              named           named          named
    taskExpects      named        named              named           named          named
    detachedExpects  searched     unclaimed          searched        named          named
    detachedReports  named        named              relayed         named          named
    failsOnce        named        -                  named           named          -
    failsFirst       named        -                  named           named          -
    earlierRun       named        -                  named           -              -
    differs          named        -                  named           named          -
    chosen           named        -                  named           named          -
    cancelled        named        -                  named           named          -
    crashed          named        -                  named           named          -
    """

  private static let recordingTable = """
    place             RecordingTests RecordingCase
    nowhere           passes         passes
    unrecordedCall    named          named
    damagedRecording  named          named
    recordingInCI     named          named
    differentResponse named          named
    sharedRecording   named          named
    """

  /// Every place in every form, with every set of products.
  static let reports: [Expected] = rows.flatMap { place, outcomes in
    Form.allCases.flatMap { form in
      Links.allCases.compactMap { links -> Expected? in
        guard form.exists(in: links), let linked = outcomes[form.rawValue] else { return nil }
        let isLinked = form.isXCTest ? links.includesXCTest : links.includesTesting
        // Without a product that observes the end of tests, no read is detected as late, and
        // nothing waits for late work.
        let needsObserver = ["lateReadCaptured", "lastTask", "lastDetachedCaptured"].contains(place)
        if !isLinked, needsObserver { return nil }
        let outcome = isLinked || linked == .passes ? linked : .unlinked
        let cell = Cell(links: links, form: form.rawValue, place: place)
        return Expected(cell: cell, form: form, outcome: outcome)
      }
    }
  }

  /// The places at which only the library finds an error. A late read is not an assertion, and the
  /// library does not see an assertion that the next test expects.
  static let placesOfLibrary: Set = ["lateReadCaptured", "lateCallbackKnownCaptured"]

  /// Every place in every form, with an assertion of the other test library, if the bridge is
  /// linked.
  static let assertions: [Expected] = rows.flatMap { place, outcomes in
    Form.allCases.flatMap { form in
      [Links.xctest, .both].compactMap { links -> Expected? in
        guard form.exists(in: links), !placesOfLibrary.contains(place) else { return nil }
        let isBridged = !form.isXCTest && !links.includesTesting
        guard var outcome = outcomes[isBridged ? "bridged" : form.rawValue],
          outcomes[form.rawValue] != nil
        else { return nil }
        // Swift Testing itself records this issue on the test whose task runs the callback.
        if outcome == .endedNext || (!form.isXCTest && place == "lateCallbackCaptured") {
          outcome = .next
        }
        let report = form.isXCTest ? "expect" : "xctFail"
        let cell = Cell(links: links, form: form.rawValue, place: place, report: report)
        return Expected(cell: cell, form: form, outcome: outcome)
      }
    }
  }

  /// The places after the end of the last test, with an assertion of the form's own test library,
  /// which no longer counts failures.
  static let lateAssertions: [Expected] = reports.compactMap { expected in
    let cell = expected.cell
    guard expected.outcome == .ended,
      ["processExitCaptured", "lastTask", "lastDetachedCaptured"].contains(cell.place)
    else { return nil }
    let report = expected.form.isXCTest ? "xctFail" : "expect"
    let own = Cell(links: cell.links, form: cell.form, place: cell.place, report: report)
    return Expected(cell: own, form: expected.form, outcome: .ended)
  }

  /// The errors of one form only.
  static let special: [Expected] = parse(specialTable, labels: 2).flatMap { labels, outcomes in
    Links.allCases.compactMap { links -> Expected? in
      guard let form = Form(rawValue: labels[0]) else { fatalError("\(labels[0]) is no form") }
      guard let outcome = outcomes[links.rawValue] else { return nil }
      let cell = Cell(links: links, form: form.rawValue, place: labels[1])
      return Expected(cell: cell, form: form, outcome: outcome)
    }
  }

  /// The errors in a simulation.
  static let simulations = withAllProducts(simulationTable)

  /// The errors in the use of recordings.
  static let recordings = withAllProducts(recordingTable)

  static let all = reports + special + simulations + recordings

  private static func withAllProducts(_ table: String) -> [Expected] {
    parse(table, labels: 1).flatMap { labels, outcomes in
      Form.allCases.compactMap { form in
        guard let outcome = outcomes[form.rawValue] else { return nil }
        let cell = Cell(links: .all, form: form.rawValue, place: labels[0])
        return Expected(cell: cell, form: form, outcome: outcome)
      }
    }
  }

  /// The outcome of each place in each form, with the product for its runner linked.
  static let places = rows

  private static let rows = parse(table, labels: 1).map {
    (place: $0.labels[0], outcomes: $0.outcomes)
  }

  private static func parse(
    _ table: String,
    labels count: Int
  ) -> [(labels: [String], outcomes: [String: Outcome])] {
    let lines = table.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    return lines.dropFirst().map { row in
      precondition(row.count == lines[0].count, "\(row) has a column too many, or too few")
      let outcomes = zip(lines[0], row).dropFirst(count).filter { $1 != "-" }.map { column, word in
        guard let outcome = Outcome(rawValue: word) else { fatalError("\(word) is no outcome") }
        return (column, outcome)
      }
      return (Array(row.prefix(count)), Dictionary(uniqueKeysWithValues: outcomes))
    }
  }
}
