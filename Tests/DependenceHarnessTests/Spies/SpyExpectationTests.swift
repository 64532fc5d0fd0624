import Dependence
import DependenceHarness
import TestKeys
import Testing

struct SpyExpectationTests {
  private struct Refusal: Error {}

  private let spy = Spy<String, Int, Void>("API.save")

  private func call(_ arguments: (String, Int)...) {
    let save = spy.wrap { _, _ in }
    for (text, number) in arguments { save(text, number) }
  }

  @Test func `an expectation that is met reports no issue`() {
    call(("a", 1), ("b", 2), ("a", 1))
    let (uncalled, alsoUncalled) = (Spy<Void>("unused"), Spy<Int, Void>("unused"))
    _ = uncalled.wrap {}
    _ = alsoUncalled.wrap { _ in }

    let reported = issues {
      spy.expectCalls([("a", 1), ("b", 2), ("a", 1)])
      spy.expectCalls(inAnyOrder: [("a", 1), ("a", 1), ("b", 2)])
      spy.expectCalls(count: 3)
      spy.expectCalls(count: .atLeast(1))
      spy.expectCalls(count: 2) { text, _ in text == "a" }
      uncalled.expectNoCalls()
      alsoUncalled.expectCalls([])
    }

    #expect(reported == [])
  }

  @Test func `a mismatch lists the expected and the actual calls`() {
    call(("a", 1), ("b", 3))

    let site = SourceSite()
    let reported = issues { spy.expectCalls([("a", 1), ("b", 2), ("c", 3)]) }

    #expect(
      reported.map(\.message) == [
        """
        API.save was not called as expected. Call 2, marked with ">", is the first that differs.
        Expected: 3 calls
          1. ("a", 1)
        > 2. ("b", 2)
          3. ("c", 3)
        Actual: 2 calls
          1. ("a", 1), returned
        > 2. ("b", 3), returned
        """
      ]
    )
    #expect(reported[0].site.fileID == site.fileID)
    #expect(reported[0].site.line == site.line + 1)
  }

  @Test(arguments: [[], ["a"], ["a", "b", "c"], ["a", "c"], ["b", "a"]])
  func `calls that differ from the calls expected in order are reported`(expected: [String]) {
    let spy = Spy<String, Void>("save")
    let save = spy.wrap { _ in }
    save("a")
    save("b")

    #expect(issues { spy.expectCalls(expected) }.count == 1)
  }

  @Test(arguments: [[], ["a"], ["a", "a", "b"], ["a", "b", "b", "b"], ["a", "b", "c"]])
  func `calls that differ from the calls expected in any order are reported`(expected: [String]) {
    let spy = Spy<String, Void>("save")
    let save = spy.wrap { _ in }
    for text in ["a", "b", "b"] { save(text) }

    #expect(issues { spy.expectCalls(inAnyOrder: expected) }.count == 1)
  }

  @Test func `missing and unexpected calls are marked in the message`() {
    call(("a", 1), ("b", 2), ("a", 1))

    let reported = issues { spy.expectCalls(inAnyOrder: [("b", 2), ("c", 3), ("a", 1)]) }

    #expect(
      reported.map(\.message) == [
        """
        API.save was not called as expected, in any order. Missing and unexpected calls are marked with ">".
        Expected: 3 calls
          1. ("b", 2)
        > 2. ("c", 3)
          3. ("a", 1)
        Actual: 3 calls
          1. ("a", 1), returned
          2. ("b", 2), returned
        > 3. ("a", 1), returned
        """
      ]
    )
  }

  @Test func `a wrong count is reported with the calls and their outcomes`() {
    let spy = Spy<Int, Int>("parse")
    let parse = spy.wrap { number throws -> Int in
      if number > 1 { throw Refusal() }
      return -number
    }
    _ = try? parse(1)
    _ = try? parse(2)

    let reported = issues { spy.expectCalls(count: .atMost(1)) }

    #expect(
      reported.map(\.message) == [
        """
        parse was called 2 times instead of at most once.
        Actual: 2 calls
          1. (1), returned -1
          2. (2), threw Refusal()
        """
      ]
    )
  }

  @Test func `unexpected calls and missing calls are reported`() {
    call(("a", 1))
    let uncalled = Spy<Void>("unused")
    _ = uncalled.wrap {}

    let reported = issues {
      spy.expectNoCalls()
      uncalled.expectCalls(count: .atLeast(1))
    }

    #expect(
      reported.map(\.message) == [
        """
        API.save was called once instead of exactly 0 times.
        Actual: 1 call
          1. ("a", 1), returned
        """,
        """
        unused was called 0 times instead of at least once.
        Actual: no calls
        """,
      ]
    )
  }

  @Test func `only calls with matching arguments are counted and marked`() {
    call(("a", 1), ("b", 2), ("c", 3))

    let reported = issues { spy.expectCalls(count: 1) { _, number in number > 1 } }

    #expect(
      reported.map(\.message) == [
        """
        API.save was called 2 times with matching arguments instead of exactly once. Matching calls are \
        marked with ">".
        Actual: 3 calls
          1. ("a", 1), returned
        > 2. ("b", 2), returned
        > 3. ("c", 3), returned
        """
      ]
    )
  }

  @Test func `counting with a predicate does not require Equatable arguments`() throws {
    struct Opaque: Sendable { let number: Int }
    let spy = Spy<Opaque, Void>("save")
    let save = spy.wrap { _ in }
    save(Opaque(number: 1))

    #expect(issues { spy.expectCalls(count: 1) { $0.number == 1 } } == [])
    #expect(throws: Refusal.self) { try spy.expectCalls(count: 1) { _ in throw Refusal() } }
  }

  @Test func `a negative expected count is reported`() async {
    func problem(_ count: String) -> String {
      "The expected count \"\(count)\" is negative, so it was not checked. Expect 0 times or more."
    }
    #expect(
      issues { spy.expectCalls(count: -1) }.map(\.message) == [problem("exactly -1 times")]
    )
    #expect(
      issues { spy.expectCalls(count: -1) { _, _ in true } }.map(\.message)
        == [problem("exactly -1 times")]
    )
    #expect(
      await issues { await spy.waitForCalls(atLeast: -1) }.map(\.message)
        == [problem("at least -1 times")]
    )
  }

  @Test func `arguments and results are described as in Swift source`() {
    struct Point: Sendable, Equatable { var x: Int, name: String? }
    let spy = Spy<Point, [Int], Character, Int?, Void>("save")
    let single = Spy<[String], String>("single")
    let save = spy.wrap { _, _, _, _ in }
    let join = single.wrap { _ in "d" }
    save(Point(x: 1, name: "a"), [2], "c", nil)
    _ = join(["e"])

    #expect(
      spy.calls[0].description
        == #"(Point(x: 1, name: "a"), [2], "c", nil), returned"#
    )
    #expect(single.calls[0].description == #"(["e"]), returned "d""#)
  }

  @Test(arguments: [(50, ""), (51, "\n  … and 1 more"), (60, "\n  … and 10 more")])
  func `a message lists at most 50 calls`(count: Int, rest: String) {
    for number in 1...count { call(("a", number)) }

    let message = issues { spy.expectNoCalls() }[0].message

    #expect(message.hasSuffix("  50. (\"a\", 50), returned\(rest)"))
  }

  @Test func `a message shows marked calls even if many other calls come first`() {
    for number in 1...60 { call(("a", number)) }

    let message = issues { spy.expectCalls(count: 1) { $1 > 54 && $1 < 57 } }[0].message

    #expect(
      message.hasSuffix(
        """
          50. ("a", 50), returned
          … 4 more
        > 55. ("a", 55), returned
        > 56. ("a", 56), returned
          … and 4 more
        """
      )
    )
  }

  @Test func `an expectation of a spy that has wrapped no closure is reported`() async {
    let site = SourceSite()
    let reported = await issues {
      spy.expectNoCalls()
      spy.expectCalls([])
      spy.expectCalls(inAnyOrder: [])
      spy.expectCalls(count: .atMost(2))
      spy.expectCalls(count: .atMost(2)) { _, number in number > 1 }
      await spy.waitForCalls(atLeast: 0)
    }

    #expect(reported.map(\.message) == Array(repeating: unwrapped("API.save"), count: 6))
    #expect(reported.first?.site.fileID == site.fileID)
    #expect(reported.first?.site.line == site.line + 2)
  }

  @Test func `an unmet expectation of a spy that has wrapped no closure is one issue`() async {
    let clock = TestClock()
    let reported = await issues {
      spy.expectCalls([("a", 1)])
      spy.expectCalls(inAnyOrder: [("a", 1)])
      spy.expectCalls(count: 1)
      await spy.waitForCalls(patience: .milliseconds(1))
      await Task {
        withUnsafeCurrentTask { $0?.cancel() }
        await spy.expectCalls(count: 1, within: .seconds(1), of: clock)
      }.value
    }

    #expect(reported.map(\.message) == Array(repeating: unwrapped("API.save"), count: 5))
  }

  @Test func `the calls of a spy that has wrapped no closure can be read`() {
    let reported = issues { _ = spy.calls }

    #expect(reported == [])
  }

  private func unwrapped(_ name: String) -> String {
    """
    \(name) has wrapped no closure, so it records no calls, and this expectation checks nothing. Override the endpoint \
    with the closure that the method wrap of the spy returns, or remove the expectation.
    """
  }

  @Test func `a spy without a name is named after its source location`() {
    let site = SourceSite()
    let spy = Spy<Void>()

    #expect(spy.name == "the spy created at \(site.fileID):\(site.line + 1)")
  }
}
