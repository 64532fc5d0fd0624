import DependenceMacros
import DependenceTesting
import TestKeys
import Testing

private final class Session: Sendable {
  let number = DependencyValues.current.number
  let kind: String

  init(_ kind: String = "live") { self.kind = kind }
}

extension DependencyValues {
  @DependencyEntry(lifetime: .transient, test: Session("test"))
  fileprivate var transient: Session = Session()
  @DependencyEntry(lifetime: .shared, preview: Session("preview"), test: Session("test"))
  fileprivate var shared = Session()
  @DependencyEntry(lifetime: .timeToLive(.seconds(5)), test: Session("test"))
  fileprivate var expiring: Session = Session()
  @DependencyEntry(lifetime: .singleton, test: Session("test"))
  fileprivate var single: Session = Session()
  @DependencyEntry(lifetime: .transient) fileprivate var liveOnly: Session = Session()
  @DependencyEntry(lifetime: .shared, test: 3) fileprivate var count: Int = 1
}

struct EntryLifetimeTests {
  @Dependency(\.transient) private var transient
  @Dependency(\.shared) private var shared
  @Dependency(\.single) private var single

  @Test func `each read of a transient entry creates a new instance`() {
    let (first, second) = (transient, transient)

    #expect(first.kind == "test")
    #expect(first !== second)
    #expect(DependencyValues.current.transient !== second)
  }

  @Test func `a shared entry is released with its last owner`() {
    var held: Session? = shared
    weak let first = held
    #expect(shared === first)

    held = nil

    #expect(first == nil)
  }

  @Test func `a singleton entry is created once`() {
    #expect(single === single)
  }

  @Test func `a time to live is measured with the continuous clock`() async {
    let clock = TestClock()
    await withDependencies {
      $0.continuousClock = clock
    } operation: {
      let first = DependencyValues.current.expiring
      #expect(DependencyValues.current.expiring === first)
      await clock.advance(by: .seconds(5), sleepers: 0)
      #expect(DependencyValues.current.expiring !== first)
    }
  }

  @Test func `an unimplemented clock is reported with the dependency whose time it measures`() {
    let line = #line + 1
    @Dependency(\.expiring) var expiring

    // Both reads need the clock. The first one creates the instance, and the second one checks
    // whether the instance has expired.
    let found = issues { _ = (expiring, expiring) }

    let message = """
      continuousClock.now was called to measure the lifetime .timeToLive of DependencyValues.expiring, but is unimplemented \
      here. Override it for this test with $0.continuousClock = TestClock(), in withDependencies { … } or .dependencies { … }.
      """
    #expect(found.map(\.message) == [message, message])
    #expect(found.map(\.site.line) == [line, line])
  }

  @Test func `a clock that has measured a time to live can no longer be prepared`() {
    let issues = issues {
      _ = DependencyValues.current.expiring
      prepareDependencies { $0.continuousClock = TestClock() }
    }

    #expect(issues.contains { $0.message.hasPrefix("prepareDependencies was ignored") })
  }

  @Test(arguments: [(DependencyContext.live, "live"), (.preview, "preview"), (.test, "test")])
  func `an entry has a default for each context`(context: DependencyContext, kind: String) {
    withDependencies {
      $0.context = context
    } operation: {
      #expect(shared.kind == kind)
    }
  }

  @Test func `an override ignores the lifetime and ends with its scope`() {
    let override = Session("override")

    withDependencies {
      $0.transient = override
    } operation: {
      #expect(transient === override)
      #expect(DependencyValues.current.transient === override)
    }

    #expect(transient !== override)
  }

  @Test func `an override of a dependency that an instance reads creates a separate instance`() {
    let outer = shared

    let (inner, captured) = withDependencies {
      $0.number = 6
    } operation: {
      (shared, Dependency(\.transient, resolve: .captured).wrappedValue)
    }

    #expect((outer.number, inner.number, captured.number) == (3, 6, 6))
    #expect(shared === outer)
  }

  @Test func `an inherited property resolves its entry in the scope of its owner`() {
    let owner = withDependencies {
      $0.transient = Session("owner")
    } operation: {
      Dependency(\.transient, resolve: .inherited)
    }

    #expect(owner.wrappedValue.kind == "owner")
  }

  @Test func `an inherited property uses the overrides on which its instance depends`() {
    let (single, shared) = withDependencies {
      $0.number = 6
    } operation: {
      (Dependency(\.single, resolve: .inherited), Dependency(\.shared, resolve: .inherited))
    }

    withDependencies {
      $0.text = "unrelated"
    } operation: {
      #expect(single.wrappedValue.number == 6)
      #expect(shared.wrappedValue.number == 6)
    }
    withDependencies {
      $0.single = Session("override")
    } operation: {
      #expect(single.wrappedValue.kind == "override")
    }
  }

  @Test func `reading an entry that has only a live value in a test reports an issue`() {
    let reported = issues { _ = DependencyValues.current.liveOnly }

    #expect(reported.count == 1)
    #expect(reported.first?.message.contains("liveOnly") == true)
  }

  @Test func `a shared entry whose value is not an object reports an issue`() {
    let reported = issues { _ = DependencyValues.current.count }

    #expect(
      reported.map { $0.message.contains("count has the lifetime .shared, but Int is not") } == [
        true
      ]
    )
  }

  @Test(arguments: ParallelSafety.allCases)
  func `entries with lifetimes are safe under concurrent access`(rule: ParallelSafety) async {
    for path: any WritableKeyPath<DependencyValues, Session> & Sendable in [
      \.transient, \.shared, \.single,
    ] {
      await rule.verify(
        path,
        values: { Session("\($0)") },
        identity: { ObjectIdentifier($0) },
        freshInEachRoot: true
      )
    }
  }
}
