import Dependence
import DependenceTesting
import TestKeys
import Testing

@Suite(.dependencies)
struct UnimplementedClockTests {
  @Dependency(\.continuousClock) private var continuousClock
  @Dependency(\.suspendingClock) private var suspendingClock

  @Test func `its instants are ordered, and none comes before itself`() {
    var start = UnimplementedClock.Instant?.none
    #expect(issues { start = UnimplementedClock().now }.count == 1)

    let later = start?.advanced(by: .seconds(1))

    #expect(start.map { $0 < $0 } == false)
    #expect(zip([start, later], [later, start]).map { $0! < $1! } == [true, false])
    #expect(later.flatMap { start?.duration(to: $0) } == .seconds(1))
  }

  @Test func `a sleep is one issue, at the call`() async {
    let site = SourceSite()
    let found = await issues {
      await #expect(throws: DependencyError.unimplemented("continuousClock.sleep")) {
        try await sleep(on: continuousClock)
      }
    }

    #expect(
      found.map(\.message) == [
        """
        continuousClock.sleep was called, but is unimplemented here. Override it for this test with \
        $0.continuousClock = TestClock(), in withDependencies { … } or .dependencies { … }.
        """
      ]
    )
    #expect(found.first?.kind == .unimplemented(endpoint: "continuousClock.sleep"))
    #expect(found.first?.site.fileID == site.fileID)
  }

  @Test func `a look at the time is one issue, where the clock was first read`() {
    let line = #line + 1
    @Dependency(\.suspendingClock) var clock

    let found = issues { _ = AnyClock(clock).now }

    #expect(found.map(\.kind) == [.unimplemented(endpoint: "suspendingClock.now")])
    #expect(found.map(\.site.line) == [line])
  }

  @Test func `a sleep until an instant adds nothing to what now said`() async {
    let clock = AnyClock(suspendingClock)

    let found = await issues {
      try? await clock.sleep(until: clock.now.advanced(by: .seconds(1)))
    }

    #expect(found.map(\.kind) == [.unimplemented(endpoint: "suspendingClock.now")])
  }

  @Test func `a clock of one's own has a name and a place`() {
    let site = SourceSite()
    let clock = UnimplementedClock("searchClock")

    let found = issues { _ = clock.minimumResolution }

    #expect(found.map(\.kind) == [.unimplemented(endpoint: "searchClock.minimumResolution")])
    #expect(found.map(\.site.line) == [site.line + 1])
  }

  @Test func `overriding the clock asks nothing of the default`() async throws {
    try await withDependencies {
      $0.continuousClock = ImmediateClock()
      $0.suspendingClock = ImmediateClock()
    } operation: {
      try await sleep(on: continuousClock)
      try await sleep(on: suspendingClock)
    }
  }

  private func sleep(on clock: any Clock<Duration>) async throws {
    try await clock.sleep(for: .seconds(1))
  }
}
