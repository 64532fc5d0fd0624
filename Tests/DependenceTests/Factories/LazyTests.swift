import Dependence
import DependenceTesting
import TestKeys
import Testing

private let sharedToken = Lazy { Token() }
private let sharedNumber = Lazy { DependencyValues.current.number }

/// The values of `sharedToken` that test cases have read. The array retains them, so that a new
/// token cannot have the address of an earlier one.
private let seenTokens = Lock<[Token]>([])

private enum LiveOnlyKey: DependencyKey {
  static var liveValue: Int { 1 }
}

struct LazyTests {
  @Test func `a lazy creates one value`() {
    let lazy = Lazy { Token() }

    #expect(lazy() === lazy())
  }

  @Test func `copies of a lazy share its value, but two lazies do not`() {
    let lazy = Lazy { Token() }
    let copy = lazy

    #expect(lazy() === copy())
    #expect(lazy() !== Lazy { Token() }())
  }

  @Test(arguments: 0..<20)
  func `a static lazy creates a new value for each test case`(number: Int) {
    let token = sharedToken()
    let isFresh = seenTokens.withLock { seen in
      defer { seen.append(token) }
      return !seen.contains { $0 === token }
    }

    #expect(isFresh)
    #expect(sharedToken() === token)
  }

  @Test(arguments: 10..<30)
  func `a static lazy uses only the overrides of its own test case`(number: Int) {
    withDependencies {
      $0.number = number
    } operation: {
      #expect(sharedNumber() == number)
    }
    #expect(sharedNumber() == number)
  }

  @Test func `the use of a live value as a test value is reported while a lazy is created`() {
    let lazy = Lazy { LiveOnlyKey.testValue }

    let found = issues { #expect(lazy() == 1) }

    #expect(found.count == 1)
    #expect(found.first?.message.contains("LiveOnlyKey.testValue was used") == true)
  }

  @Test func `a lazy never returns the value of a released lazy`() {
    for number in 0..<1_000 {
      // Most of these objects have the same address as the previous one, which has been released.
      #expect(Lazy { number }() == number)
    }
  }

  @Test func `a lazy can read dependencies and other lazies during creation`() async {
    let inner = Lazy { (Token(), DependencyValues.current.token) }
    let outer = Lazy { (inner().0, DependencyValues.current.token, DependencyValues.current.text) }

    let (token, shared, text) = outer()

    #expect(token === inner().0)
    #expect(shared === inner().1)
    #expect(text == "test")
  }

  @Test func `concurrent first uses of a lazy create one value`() async {
    let made = Lock(0)
    let lazy = Lazy {
      made.withLock { $0 += 1 }
      return Token()
    }
    let scope = captureDependencies()

    let tokens = await withTaskGroup { group in
      for _ in 0..<32 {
        group.addTask {
          await Task.detached { scope.run { ObjectIdentifier(lazy()) } }.value
        }
      }
      return await group.reduce(into: Set()) { $0.insert($1) }
    }

    #expect(tokens.count == 1)
    #expect(made.withLock { $0 } == 1)
  }

  @Test func `outside tests, the value of a lazy is released with its last copy`() async {
    // A detached task without a captured scope uses the root of the process, as the code of an app
    // does.
    let isReleased = await Task.detached {
      weak var weakToken: Token?
      do {
        let lazy = Lazy { Token() }
        weakToken = lazy()
      }
      return weakToken == nil
    }.value

    #expect(isReleased)
  }

  @Test func `a lazy that has captured a scope is released when the test has ended`() {
    weak var weakRoot: DependencyRoot?
    weak var weakToken: Token?
    do {
      let frame = RootFrame(DependencyRoot(owner: nil))
      weakRoot = frame.root
      Frame.bind(frame) {
        let scope = captureDependencies()
        let lazy = Lazy { scope.run { DependencyValues.current.token } }
        weakToken = lazy()
      }
      frame.root.close()
    }

    #expect(weakRoot == nil)
    #expect(weakToken == nil)
  }

  @Test func `after the end of the test, a lazy that is still referenced keeps its value`() {
    let frame = RootFrame(DependencyRoot(owner: nil))
    let lazy = Lazy { Token() }
    let token = Frame.bind(frame) { lazy() }
    frame.root.close()

    #expect(Frame.bind(frame) { lazy() } === token)
  }
}
