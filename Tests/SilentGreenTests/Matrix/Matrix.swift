/// The required outcome of each mistake.
///
/// "named" is what every cell should say. Those that cannot, and why:
///
/// - `relayed` — a `@Test` without the trait. Nobody tells the library that such a test ends, so a
///   task that inherits the test's name records what comes from elsewhere. It may come after the
///   line that says the test passed, even after the run; the process fails in any case.
/// - `relayedInTime` — the same, where the test lasts long enough: it is named.
/// - `unknown` — Swift Testing has no running test for work that left its task without a capture.
///   There may be many tests running; blaming one would be a guess.
/// - `unclaimed` — the same for an expectation of Swift Testing's own, which asks nobody. No search sees
///   it, so that it is recorded in each run.
/// - `ended` — the test has ended and cannot be failed any more. The message names it.
/// - `endedNext` — the same, in a task of the next test: that one is failed, with the first one's name.
/// - `next` — XCTest runs one case at a time, so what has no scope belongs to that one, also if it
///   was started by the case before.
/// - `tornDown` — an asynchronous `tearDown` is the last thing that XCTest runs of a case, off the
///   main thread, which alone may record. The message names the test, and the base class that helps.
/// - `outside` — what a test left behind, of which nothing says whose it is. The process fails when it
///   exits.
/// - `unlinked` — the product that knows the runner is not linked. The message names the product.
/// - `unexplained` — the child of an exit test has only its exit status to talk with. The parent fails,
///   but does not say why.
/// - `lost` — the same, where the status is the expected one: the issue is lost. Known, and the reason
///   to link one of the testing products wherever there are exit tests.
///
/// Columns are the forms with their own runner's product linked; without it every place is
/// `unlinked`. The last column is XCTest's assertions in a `@Test` with only DependenceXCTest
/// linked, which finds the test where Swift Testing itself does.
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
    lateReadCaptured           -        ended      -        ended      ended    ended     ended    -
    processExitCaptured        relayed  ended      relayed  ended      ended    ended     ended    unlinked
    """

  /// The mistakes of one form only, with each set of products.
  ///
  /// XCTest's assertions in a `@Test`, and Swift Testing's in an `XCTestCase`, are nobody's without the
  /// bridge in DependenceXCTest. A test that waits for its issue does not end where nobody records it.
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
    HarnessTests     unexpectedCall                  -            named          -            named
    HarnessTests     failedIteration                 -            named          -            named
    HarnessTests     timeForNobody                   -            named          -            named
    HarnessTests     unusedOverride                  -            named          -            named
    HarnessTests     strictRead                      -            named          -            named
    HarnessTests     missingCall                     -            named          -            named
    HarnessTests     missingIssue                    -            named          -            named
    HarnessTests     initialValue                    -            named          -            named
    HarnessTests     constantInitialValue            -            named          -            named
    HarnessCase      nowhere                         -            -              passes       passes
    HarnessCase      leftoverSleeper                 -            -              named        named
    HarnessCase      unfinishedCall                  -            -              named        named
    HarnessCase      unexpectedCall                  -            -              named        named
    HarnessCase      failedIteration                 -            -              named        named
    HarnessCase      timeForNobody                   -            -              named        named
    HarnessCase      unusedOverride                  -            -              named        named
    HarnessCase      strictRead                      -            -              named        named
    HarnessCase      missingCall                     -            -              named        named
    HarnessCase      missingIssue                    -            -              named        named
    HarnessCase      initialValue                    -            -              named        named
    PlainHarnessTests nowhere                        -            passes         passes       passes
    PlainHarnessTests leftoverSleeper                -            ended          outside      ended
    PlainHarnessTests unfinishedCall                  -            ended          outside      ended
    PlainHarnessTests unexpectedCall                  -            named          unlinked     named
    PlainHarnessTests failedIteration                 -            named          unlinked     named
    PlainHarnessTests timeForNobody                  -            named          unlinked     named
    PlainHarnessTests missingCall                    -            named          unlinked     named
    PlainHarnessTests missingIssue                   -            named          unlinked     named
    PlainHarnessTests initialValue                    -            named          unlinked     named
    PlainHarnessCase nowhere                         -            passes         passes       passes
    PlainHarnessCase leftoverSleeper                 -            outside        tornDown     tornDown
    PlainHarnessCase unfinishedCall                  -            outside        tornDown     tornDown
    PlainHarnessCase unexpectedCall                  -            unlinked       named        named
    PlainHarnessCase failedIteration                 -            unlinked       named        named
    PlainHarnessCase timeForNobody                   -            unlinked       named        named
    PlainHarnessCase missingCall                     -            unlinked       named        named
    PlainHarnessCase missingIssue                    -            unlinked       named        named
    PlainHarnessCase initialValue                    -            unlinked       named        named
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
    detachedExpects  unclaimed    unclaimed          unclaimed       named          named
    detachedReports  named        named              relayed         named          named
    failsOnce        named        -                  named           named          -
    failsFirst       named        -                  named           named          -
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

  /// Every place of every form, with every set of products.
  static let reports: [Expected] = rows.flatMap { place, outcomes in
    Form.allCases.flatMap { form in
      Links.allCases.compactMap { links -> Expected? in
        guard form.exists(in: links), let linked = outcomes[form.rawValue] else { return nil }
        let isLinked = form.isXCTest ? links.includesXCTest : links.includesTesting
        // Without a product that knows when tests end, no read is late.
        if !isLinked, place == "lateReadCaptured" { return nil }
        let outcome = isLinked || linked == .passes ? linked : .unlinked
        let cell = Cell(links: links, form: form.rawValue, place: place)
        return Expected(cell: cell, form: form, outcome: outcome)
      }
    }
  }

  /// The same with the other runner's assertion, where the bridge is linked.
  static let assertions: [Expected] = rows.flatMap { place, outcomes in
    Form.allCases.flatMap { form in
      [Links.xctest, .both].compactMap { links -> Expected? in
        // Not a report: the library finds the read by itself.
        guard form.exists(in: links), place != "lateReadCaptured" else { return nil }
        let isBridged = !form.isXCTest && !links.includesTesting
        guard var outcome = outcomes[isBridged ? "bridged" : form.rawValue],
          outcomes[form.rawValue] != nil
        else { return nil }
        // Here Swift Testing records by itself, on the test whose task calls back.
        if outcome == .endedNext || (!form.isXCTest && place == "lateCallbackCaptured") {
          outcome = .next
        }
        let report = form.isXCTest ? "expect" : "xctFail"
        let cell = Cell(links: links, form: form.rawValue, place: place, report: report)
        return Expected(cell: cell, form: form, outcome: outcome)
      }
    }
  }

  /// The mistakes of one form only.
  static let special: [Expected] = parse(specialTable, labels: 2).flatMap { labels, outcomes in
    Links.allCases.compactMap { links -> Expected? in
      guard let form = Form(rawValue: labels[0]) else { fatalError("\(labels[0]) is no form") }
      guard let outcome = outcomes[links.rawValue] else { return nil }
      let cell = Cell(links: links, form: form.rawValue, place: labels[1])
      return Expected(cell: cell, form: form, outcome: outcome)
    }
  }

  /// The mistakes in a simulation.
  static let simulations = withAllProducts(simulationTable)

  /// The mistakes in the use of recordings.
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

  /// The outcome of each place, in each form with its own runner's product linked.
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
