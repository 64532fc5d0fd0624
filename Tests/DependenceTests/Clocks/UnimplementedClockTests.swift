import Dependence
import DependenceTesting
import TestKeys
import Testing

@Suite(.dependencies)
struct UnimplementedClockTests {
  @Dependency(\.continuousClock) private var continuousClock
  @Dependency(\.suspendingClock) private var suspendingClock

  @Test func `instants of an unimplemented clock are strictly ordered`() {
    var start = UnimplementedClock.Instant?.none
    #expect(issues { start = UnimplementedClock().now }.count == 1)

    let later = start?.advanced(by: .seconds(1))

    #expect(start.map { $0 < $0 } == false)
    #expect(zip([start, later], [later, start]).map { $0! < $1! } == [true, false])
    #expect(later.flatMap { start?.duration(to: $0) } == .seconds(1))
  }

  @Test func `a sleep on an unimplemented clock reports one issue and throws`() async {
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

  @Test func `reading the time reports one issue at the property wrapper`() {
    let line = #line + 1
    @Dependency(\.suspendingClock) var clock

    let found = issues { _ = AnyClock(clock).now }

    #expect(found.map(\.kind) == [.unimplemented(endpoint: "suspendingClock.now")])
    #expect(found.map(\.site.line) == [line])
  }

  @Test func `sleeping until an instant reports one issue at the property wrapper and throws`()
    async throws
  {
    let line = #line + 1
    @Dependency(\.suspendingClock) var dependency
    let clock = AnyClock(dependency)
    var instant: AnyClock.Instant?
    let earlier = issues { instant = clock.now }
    let deadline = try #require(instant)

    let found = await issues {
      await #expect(throws: DependencyError.unimplemented("suspendingClock.sleep")) {
        try await clock.sleep(until: deadline)
      }
    }

    #expect(earlier.map(\.kind) == [.unimplemented(endpoint: "suspendingClock.now")])
    #expect(found.map(\.kind) == [.unimplemented(endpoint: "suspendingClock.sleep")])
    #expect(found.map(\.site.line) == [line])
  }

  @Test func `a timeout on an unimplemented clock reports each operation of the clock`() async {
    let line = #line + 2
    let found = await issues {
      await #expect(throws: (any Error).self) {
        try await AnyClock(suspendingClock).timeout(after: .seconds(1)) {
          try await Task.sleep(for: .seconds(60))
        }
      }
    }

    #expect(
      found.map(\.kind) == [
        .unimplemented(endpoint: "suspendingClock.now"),
        .unimplemented(endpoint: "suspendingClock.sleep"),
      ]
    )
    #expect(found.last?.site.line == line)
  }

  @Test func `a custom unimplemented clock reports its name and location`() {
    let site = SourceSite()
    let clock = UnimplementedClock("searchClock")

    let found = issues { _ = clock.minimumResolution }

    #expect(found.map(\.kind) == [.unimplemented(endpoint: "searchClock.minimumResolution")])
    #expect(found.map(\.site.line) == [site.line + 1])
  }

  @Test func `overridden clocks report no issue`() async throws {
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
