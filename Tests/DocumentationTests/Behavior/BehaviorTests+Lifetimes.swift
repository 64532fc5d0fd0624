@testable import Dependence

extension BehaviorTests {
  /// A log of events in their order.
  private final class Diary: Sendable {
    private let entries = Lock<[String]>([])

    var results: [String] { [entries.withLock { $0 }.joined(separator: ", ")] }

    func note(_ entry: String) { entries.withLock { $0.append(entry) } }
  }

  /// A value that logs its creation and its deallocation.
  private final class Witness: Sendable {
    private let diary: Diary

    init(_ diary: Diary) {
      self.diary = diary
      diary.note("made")
    }

    deinit { diary.note("freed") }
  }

  private enum DiaryKey: DependencyKey {
    static var liveValue: Diary { Diary() }
    static var testValue: Diary { Diary() }
  }

  private enum WitnessKey: DependencyKey {
    static var liveValue: Witness { Witness(Dependency(DiaryKey.self).wrappedValue) }
    static var testValue: Witness { liveValue }
  }

  static let lifetimes: [String: Experiment] = [
    "An override": {
      let diary = Diary()
      inScope(of: diary) {
        diary.note("read")
        _ = Dependency(WitnessKey.self).wrappedValue
      }
      return diary.results
    },
    "An override that a capture holds": {
      let diary = Diary()
      var continuation: CapturedDependencies? = inScope(of: diary) {
        diary.note("captured")
        return captureDependencies()
      }
      diary.note("capture read")
      continuation?.run { _ = Dependency(WitnessKey.self).wrappedValue }
      diary.note("capture dropped")
      continuation = nil
      return diary.results
    },
    "An override that a copy of `DependencyValues.current` holds": {
      let diary = Diary()
      var copy: DependencyValues? = inScope(of: diary) {
        diary.note("copied")
        return DependencyValues.current
      }
      diary.note("copy dropped")
      withExtendedLifetime(copy) {}
      copy = nil
      return diary.results
    },
    "A value that `resolve: .captured` stored": {
      let diary = Diary()
      var owner: Dependency<Witness>? = inScope(of: diary) {
        diary.note("owner made")
        return Dependency(WitnessKey.self, resolve: .captured)
      }
      diary.note("owner dropped")
      withExtendedLifetime(owner) {}
      owner = nil
      return diary.results
    },
    "A default in a test": {
      let diary = Diary()
      inTest(of: diary) {
        diary.note("first read")
        _ = Dependency(WitnessKey.self).wrappedValue
        diary.note("second read")
        _ = Dependency(WitnessKey.self).wrappedValue
      }
      return diary.results
    },
    "The value of a `Lazy` in a test": {
      let diary = Diary()
      let lazy = Lazy { Witness(diary) }
      inTest(of: diary) {
        diary.note("first use")
        _ = lazy()
        diary.note("second use")
        _ = lazy()
      }
      return diary.results
    },
    "The value of a `Provider`": {
      let diary = Diary()
      let provider = Provider { Witness(diary) }
      diary.note("first use")
      _ = provider()
      diary.note("second use")
      _ = provider()
      return diary.results
    },
    "The value of a `ScopeToken`": {
      let diary = Diary()
      do {
        let witness = Witness(diary)
        diary.note("token made")
        let token = ScopeToken<DiaryScope, Witness>(
          value: witness,
          teardown: { diary.note("torn down") }
        )
        token.enter { scope in
          diary.note("entered")
          withExtendedLifetime(scope.value) { diary.note("left") }
        }
      }
      return diary.results
    },
  ]

  private enum DiaryScope: ScopeTag {}

  private static func inScope<Result>(of diary: Diary, _ operation: () -> Result) -> Result {
    withDependencies {
      $0[WitnessKey.self] = Witness(diary)
    } operation: {
      diary.note("scope entered")
      defer { diary.note("scope left") }
      return operation()
    }
  }

  /// Runs `operation` in a new root, as a test does, in which the diary is prepared.
  private static func inTest(of diary: Diary, _ operation: () -> Void) {
    Frame.bind(RootFrame(DependencyRoot(owner: nil))) {
      prepareDependencies { $0[DiaryKey.self] = diary }
      operation()
      diary.note("test ended")
    }
  }
}
