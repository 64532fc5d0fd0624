import Dependence
import DependenceTesting
import TestKeys
import Testing

private enum EscapingKey: DependencyKey {
  static var liveValue: Escaping { Escaping() }
  static var testValue: Escaping { Escaping() }
}

/// A default value that captures the scope in which it is computed.
private struct Escaping: Sendable {
  var note = ""
  let scope = captureDependencies()
}

/// Tests of the scopes and tasks that outlive the computation of a default value.
struct CapturedByDefaultTests {
  @Dependency(EscapingKey.self) private var escaping

  @Test func `a scope captured by a shared default lacks an inner override, which is an issue`() {
    let first = withDependencies {
      $0.number = 10
    } operation: {
      escaping
    }

    var number = 0
    withKnownIssue {
      number = first.scope.run { DependencyValues.current.number }
    } matching: {
      "\($0)".contains("the override of TestKeys.NumberKey was ignored")
    }
    #expect(number == 3)
    // The issue is reported only once for each key.
    #expect(escaping.scope.run { DependencyValues.current.number } == 3)
  }

  @Test func `an inner override that is not read later is no issue`() {
    let first = withDependencies {
      $0.number = 10
    } operation: {
      escaping
    }

    _ = first.scope.run { DependencyValues.current.text }
  }

  @Test func `an override in a captured scope takes precedence over a hidden one`() {
    let first = withDependencies {
      $0.number = 10
    } operation: {
      escaping
    }

    let number = first.scope.run {
      withDependencies {
        $0.number = 5
      } operation: {
        DependencyValues.current.number
      }
    }
    #expect(number == 5)
  }

  @Test(.dependency(\.number, 10))
  func `a scope captured by a shared default has the overrides of the test`() {
    #expect(escaping.scope.run { DependencyValues.current.number } == 10)
    let inner = withDependencies {
      $0.text = "inner"
    } operation: {
      escaping.scope.run { DependencyValues.current.number }
    }
    #expect(inner == 10)
  }

  @Test(.dependency(\.number, 10), .dependency(\.text, "overridden"))
  func `a task of a shared default sees the overrides of the test after the default is computed`()
    async
  {
    enum LateKey: DependencyKey {
      static var liveValue: Late { Late() }
      static var testValue: Late { Late() }
    }
    struct Late: Sendable {
      let gate: AsyncStream<Void>.Continuation
      let task: Task<String, Never>

      init() {
        let (stream, gate) = AsyncStream.makeStream(of: Void.self)
        self.gate = gate
        task = Task {
          for await _ in stream { break }
          return "\(DependencyValues.current.number) \(DependencyValues.current.text)"
        }
      }
    }
    @Dependency(LateKey.self) var late
    let started = late

    started.gate.yield()

    #expect(await started.task.value == "10 overridden")
  }

  @Test(
    .dependencies {
      $0[EscapingKey.self].note = "modified"
      $0.number = 10
    },
    .dependency(\.text, "overridden")
  )
  func `a default that a trait modifies sees later overrides of the test`() {
    #expect(escaping.note == "modified")
    #expect(escaping.scope.run { DependencyValues.current.number } == 10)
    #expect(escaping.scope.run { DependencyValues.current.text } == "overridden")
  }

  @Test func `a strict test reports a default that a scope captured by another default reads`() {
    withKnownIssue {
      withStrictDependencies(except: EscapingKey.self) {
        _ = escaping.scope.run { DependencyValues.current.number }
      }
    } matching: {
      "\($0)".contains("NumberKey was read without an override")
    }
  }

  @Test func `a scope captured by a transient value keeps the scope where the value was created`() {
    let factory = DependencyFactory(lifetime: .transient) { Escaping() }
    let draft = withDependencies {
      $0.number = 10
    } operation: {
      factory()
    }

    #expect(draft.scope.run { DependencyValues.current.number } == 10)
  }

  @Test func `the end of a test frees a default that has captured its scope`() {
    final class Buffer: Sendable {
      let scope = captureDependencies()
    }
    enum BufferKey: TestDependencyKey {
      static var testValue: Buffer { Buffer() }
    }
    let owner = Frame.current.root.owner
    // The owner starts a task for the issues of other threads. The task keeps its scope alive.
    owner?.scopeWillEscape()
    let root = DependencyRoot(owner: owner, part: "a part")
    weak var buffer: Buffer?

    Frame.bind(RootFrame(root)) {
      buffer = DependencyValues.current[test: BufferKey.self]
      root.close()
      #expect(buffer != nil)
    }

    #expect(buffer == nil)
  }

  @Test func `a test can run inside the captured scope of a default`() {
    let frame = escaping.scope.run { Frame.current }
    frame.root.setTestScope(ScopeFrame(over: frame))

    #expect(escaping.scope.run { DependencyValues.current.number } == 3)
  }

  @Test func `a scope captured by a default keeps the override that the default depends on`() {
    enum NumberedKey: DependencyKey {
      static var liveValue: CapturedDependencies { testValue }
      static var testValue: CapturedDependencies {
        _ = DependencyValues.current.number
        return captureDependencies()
      }
    }
    @Dependency(NumberedKey.self) var scope

    let first = withDependencies {
      $0.number = 10
      $0.text = "unrelated"
    } operation: {
      scope
    }

    #expect(first.run { DependencyValues.current.number } == 10)
    #expect(scope.run { DependencyValues.current.number } == 3)
  }
}
