import Dependence
import DependenceHarness
import TestKeys
import Testing

struct SpySequenceTests {
  private let open = Spy<String, Void>("open")
  private let read = Spy<Int>("read")
  private let close = Spy<Void>("close")

  private func callAll() {
    let open = open.wrap { _ in }
    let read = read.wrap { 7 }
    let close = close.wrap {}
    open("notes")
    _ = read()
    _ = read()
    close()
  }

  @Test func `a sequence in the order of the calls reports no issue`() {
    callAll()

    let reported = issues {
      expectSequence(open, read, read, close)
      expectSequence(read, read, close)
      expectSequence(open, close)
    }

    #expect(reported == [])
  }

  @Test func `a different order is reported with the expected and actual calls`() {
    callAll()

    let site = SourceSite()
    let reported = issues { expectSequence(open, read, close, read) }

    #expect(
      reported.map(\.message) == [
        """
        The calls did not occur in the expected order. Call 3, marked with ">", is the first that differs.
        Expected: 4 calls
          1. open
          2. read
        > 3. close
          4. read
        Actual: 4 calls
          1. open("notes"), returned
          2. read(), returned 7
        > 3. read(), returned 7
          4. close(), returned
        """
      ]
    )
    #expect(reported[0].site.line == site.line + 1)
  }

  @Test func `a sequence can alternate between spies`() {
    let onOpen = open.wrap { _ in }
    let onRead = read.wrap { 7 }
    _ = onRead()
    onOpen("notes")
    _ = onRead()

    #expect(issues { expectSequence(read, open, read) } == [])
    #expect(issues { expectSequence(open, read, read) }.count == 1)
  }

  @Test func `a sequence names the spies that have wrapped no closure`() {
    let open = open.wrap { _ in }
    open("notes")

    let reported = issues { expectSequence(self.open, read, close) }

    #expect(
      reported.map(\.message) == [
        """
        The calls did not occur in the expected order. Call 2, marked with ">", is the first that differs.
        Expected: 3 calls
          1. open
        > 2. read
          3. close
        Actual: 1 call
          1. open("notes"), returned
        read has wrapped no closure, so it records no calls, and this expectation checks nothing. Override the endpoint \
        with the closure that the method wrap of the spy returns, or remove the expectation.
        close has wrapped no closure, so it records no calls, and this expectation checks nothing. Override the endpoint \
        with the closure that the method wrap of the spy returns, or remove the expectation.
        """
      ]
    )
  }

  @Test func `a sequence must contain every call of the listed spies`() {
    callAll()

    #expect(issues { expectSequence(open, read, close) }.count == 1)
    #expect(issues { expectSequence(open, read, read, close, close) }.count == 1)
    #expect(issues { expectSequence(open, read) }.count == 1)
    #expect(issues { expectSequence(open, read, read) } == [])
  }
}
