import Dependence
import DependenceTesting
import TestKeys
import Testing

/// A key whose default depends on ``NumberKey`` and ``TokenKey``.
private enum BuiltKey: DependencyKey {
  static var liveValue: Built { Built() }
  static var testValue: Built { Built() }
}

private final class Built: Sendable {
  let number: Int
  let token: Token

  init() {
    @Dependency(\.number) var number
    @Dependency(\.token) var token
    self.number = number
    self.token = token
  }
}

/// A key whose default depends on ``BuiltKey``, and thus indirectly on its dependencies.
private enum TopKey: DependencyKey {
  static var liveValue: Top { Top() }
  static var testValue: Top { Top() }
}

private final class Top: Sendable {
  let built: Built

  init() {
    @Dependency(BuiltKey.self) var built
    self.built = built
  }
}

/// A key whose default overrides a dependency during its computation.
private enum PrivateScopeKey: DependencyKey {
  static var liveValue: Int { testValue }
  static var testValue: Int {
    withDependencies {
      $0.number = 100
    } operation: {
      @Dependency(BuiltKey.self) var built
      return built.number
    }
  }
}

// Only one test overrides `FreshLeafKey`, and it first reads `FreshTopKey`, which depends on it
// indirectly. The override is therefore the first one of `FreshLeafKey` in the process.
private enum FreshLeafKey: DependencyKey {
  static var liveValue: Int { 1 }
  static var testValue: Int { 1 }
}

private enum FreshMiddleKey: DependencyKey {
  static var liveValue: Int { testValue }
  static var testValue: Int { Dependency(FreshLeafKey.self).wrappedValue + 2 }
}

private enum FreshTopKey: DependencyKey {
  static var liveValue: Int { testValue }
  static var testValue: Int { Dependency(FreshMiddleKey.self).wrappedValue + 2 }
}

/// A key whose default captures the scope in which it is computed.
private enum CapturingKey: DependencyKey {
  static var liveValue: CapturedDependencies { testValue }
  static var testValue: CapturedDependencies { captureDependencies() }
}

struct DefaultCachingTests {
  @Dependency(BuiltKey.self) private var built
  @Dependency(TopKey.self) private var top

  @Test func `a default is computed once`() {
    #expect(built === built)
    #expect(top === top)
    #expect(top.built === built)
  }

  @Test func `a default keeps its identity under unrelated overrides`() {
    let outside = built

    withDependencies {
      $0.text = "unrelated"
    } operation: {
      #expect(built === outside)
    }
  }

  @Test func `a default first read under an unrelated override is shared with all scopes`() {
    let inside = withDependencies {
      $0.text = "unrelated"
    } operation: {
      built
    }

    #expect(built === inside)
  }

  @Test func `a default built on an override is not used outside its scope`() {
    let inside = withDependencies {
      $0.number = 10
    } operation: {
      top
    }

    #expect(inside.built.number == 10)
    #expect(built.number == 3)
    #expect(top.built === built)
  }

  @Test func `a default uses an override even if it was read before`() {
    let outside = top

    withDependencies {
      $0.number = 10
    } operation: {
      #expect(top.built.number == 10)
      #expect(top.built === built)
      #expect(top.built.token === outside.built.token)
    }
    #expect(top === outside)
  }

  @Test func `a default follows its indirect dependencies even if those were read before`() {
    _ = built
    let outside = top

    withDependencies {
      $0.number = 10
    } operation: {
      #expect(top.built.number == 10)
    }
    #expect(top === outside)
  }

  @Test func `a default follows the first override of a key that it depends on`() {
    @Dependency(FreshTopKey.self) var top
    let outside = top

    let inside = withDependencies {
      $0[FreshLeafKey.self] = 10
    } operation: {
      top
    }

    #expect((outside, inside, top) == (5, 14, 5))
  }

  @Test func `a scope captured by a default retains the root`() {
    weak var kept: DependencyRoot?
    let scope: CapturedDependencies
    do {
      let root = DependencyRoot(owner: nil, part: "a part")
      kept = root
      scope = Frame.bind(RootFrame(root)) { Dependency(CapturingKey.self).wrappedValue }
    }

    #expect(kept != nil)
    #expect(scope.run { Dependency(FreshLeafKey.self).wrappedValue } == 1)
  }

  @Test func `a default keeps one identity within the override that it depends on`() async {
    await withDependencies {
      $0.number = 10
    } operation: {
      let outer = built
      await withDependencies {
        $0.text = "inner"
      } operation: {
        #expect(built === outer)
        let inTask = await Task { built }.value
        #expect(inTask === outer)
      }
    }
  }

  @Test func `an inner override recomputes the default until the inner scope ends`() {
    withDependencies {
      $0.number = 10
    } operation: {
      let outer = built
      withDependencies {
        $0.number = 11
      } operation: {
        #expect(built.number == 11)
      }
      #expect(built === outer)
    }
  }

  @Test func `a default built on an overridden default is not cached outside the scope`() {
    let replacement = withDependencies {
      $0.number = 50
    } operation: {
      built
    }

    withDependencies {
      $0[BuiltKey.self] = replacement
    } operation: {
      #expect(top.built === replacement)
    }
    #expect(top.built !== replacement)
    #expect(top.built.number == 3)
  }

  @Test func `an override inside a default does not affect its readers`() {
    @Dependency(PrivateScopeKey.self) var number

    #expect(number == 100)
    #expect(built.number == 3)
    withDependencies {
      $0.number = 10
    } operation: {
      #expect(number == 100)
      #expect(built.number == 10)
    }
  }

  @Test func `a default built on an override is released with it`() {
    weak var weakBuilt: Built?
    withDependencies {
      $0.number = 10
    } operation: {
      weakBuilt = built
      #expect(weakBuilt != nil)
    }

    #expect(weakBuilt == nil)
  }

  @Test(.timeLimit(.minutes(5)))
  func `a task that outlives its default computes others under an overridden context`() async {
    let number = await withDependencies {
      $0.context = .preview
    } operation: {
      let started = Dependency(StartedTask.self).wrappedValue
      // At this point, the default has been computed, but the task that it started is still
      // waiting.
      started.gate.finish()
      return await started.task.value
    }

    #expect(number == 8)
  }

  @Test func `each context has a separate cached default`() {
    let test = DependencyValues.current.token

    withDependencies {
      $0.context = .live
    } operation: {
      #expect(DependencyValues.current.token !== test)
      #expect(DependencyValues.current.token === DependencyValues.current.token)
    }
    #expect(DependencyValues.current.token === test)
  }
}

// MARK: - Racing first reads

struct FirstResolutionTests {
  private enum SlowKey: DependencyKey {
    static var liveValue: Token { testValue }
    static var testValue: Token {
      @Dependency(\.built) var counts
      counts.withLock { $0 += 1 }
      for _ in 0..<1_000 { _ = DependencyValues.current.number }
      return Token()
    }
  }

  // Two threads read a default in 3,000 roots. They wait for each other before each read, so that
  // their reads start at the same time.
  @Test func `two threads that start a read together get the same default`() async {
    let roots = (0..<3_000).map { _ in DependencyRoot(owner: nil) }
    let arrivals = Lock(0)
    let read: @Sendable () -> [Token] = {
      roots.enumerated().map { number, root in
        arrivals.withLock { $0 += 1 }
        while arrivals.withLock({ $0 }) < 2 * (number + 1) {}
        return Frame.bind(root.bottom) { DependencyValues.current.token }
      }
    }

    let tokens = await withTaskGroup { group in
      for _ in 0..<2 {
        group.addTask {
          await withCheckedContinuation { continuation in
            System.startThread { continuation.resume(returning: read()) }
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }

    #expect(tokens[0].map(ObjectIdentifier.init) == tokens[1].map(ObjectIdentifier.init))
  }

  @Test(.dependency(\.built, Lock(0)), arguments: 0..<50)
  func `concurrent first reads compute a default once`(round: Int) async {
    @Dependency(\.built) var counts
    let scope = captureDependencies()

    let tokens = await withTaskGroup { group in
      for _ in 0..<16 {
        group.addTask {
          await Task.detached {
            scope.run {
              @Dependency(SlowKey.self) var token
              return ObjectIdentifier(token)
            }
          }.value
        }
      }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }

    #expect(tokens.count == 1)
    #expect(counts.withLock { $0 } == 1)
  }
}

private enum BuildCountKey: DependencyKey {
  static var liveValue: Lock<Int> { Lock(0) }
  static var testValue: Lock<Int> { Lock(0) }
}

extension DependencyValues {
  fileprivate var built: Lock<Int> {
    get { self[BuildCountKey.self] }
    set { self[BuildCountKey.self] = newValue }
  }
}

/// A key whose default starts a task. The task computes another default when the gate opens.
private struct StartedTask: DependencyKey {
  let task: Task<Int, Never>
  let gate: AsyncStream<Never>.Continuation

  static var liveValue: StartedTask {
    let (stream, gate) = AsyncStream.makeStream(of: Never.self)
    let task = Task {
      for await _ in stream {}
      return withDependencies {
        $0[Summand.self] = 1
      } operation: {
        Dependency(ComputedInTask.self).wrappedValue
      }
    }
    return StartedTask(task: task, gate: gate)
  }

  static var testValue: StartedTask { liveValue }

  private enum Summand: DependencyKey {
    static var liveValue: Int { 0 }
    static var testValue: Int { 0 }
  }

  private enum ComputedInTask: DependencyKey {
    static var liveValue: Int { 7 + Dependency(Summand.self).wrappedValue }
    static var testValue: Int { liveValue }
  }
}
