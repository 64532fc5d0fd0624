@testable import Dependence
import DependenceTesting
import TestKeys
import Testing

/// The owner of a dependency root, which records the issues that it receives.
private final class RecordingOwner: RootOwner {
  let name = "pays()"
  let received = Lock<[DependencyIssue]>([])
  let escapes = Lock(0)

  func receive(_ issue: DependencyIssue) -> Bool {
    received.withLock { $0.append(issue) }
    return true
  }

  func scopeWillEscape() { escapes.withLock { $0 += 1 } }
}

struct DependencyRootTests {
  private let owner = RecordingOwner()
  private let frame: Frame

  init() {
    frame = RootFrame(DependencyRoot(owner: owner))
  }

  @Test func `issues of a scope go to the owner of its root`() async {
    let continuation = Frame.bind(frame) { captureDependencies() }

    await Task.detached { continuation.run { reportIssue("from afar") } }.value

    #expect(owner.received.withLock { $0.map(\.message) } == ["from afar"])
  }

  @Test func `an owner is notified of each scope that may escape`() {
    Frame.bind(frame) {
      _ = captureDependencies()
      _ = DependencyValues.current
      _ = DependencyValues(frame).snapshot()
      _ = Dependency(\.number, resolve: .inherited)
    }

    #expect(owner.escapes.withLock { $0 } == 4)
  }

  @Test func `a read through a closed root returns a value and reports one issue per key`() {
    let line = #line + 2
    Frame.bind(frame) {
      @Dependency(\.number) var number
      @Dependency(\.text) var text
      #expect(number == 3)

      frame.root.close()
      #expect(number == 3)
      #expect(number == 3)
      withDependencies {
        $0.text = "override"
      } operation: {
        #expect(text == "override")
      }
    }

    let received = owner.received.withLock { $0 }
    #expect(received.map(\.kind) == [.lateRead, .lateRead])
    #expect(received.map(\.site.line) == [line, line + 1])
    #expect(
      received.first?.message == """
        TestKeys.NumberKey was read in the scope of the test "pays()", which has ended. Await the work \
        that reads it, or cancel and await it, before the test ends.
        """
    )
  }

  @Test func `a read of the context after the end is reported`() {
    frame.root.close()
    Frame.bind(frame) { _ = (DependencyValues.current.context, DependencyValues.current.context) }

    let received = owner.received.withLock { $0 }
    #expect(received.map(\.kind) == [.lateRead])
    #expect(received.first?.message.hasPrefix("Dependence.context was read") == true)
  }

  @Test func `uses of other kinds after the end are reported once`() {
    let factory = DependencyFactory<Int, Int> { $0 }
    let cached = DependencyFactory<Int, Int>(lifetime: .singleton) { $0 }
    let lazy = Lazy { 1 }
    func use() {
      _ = (factory(1), cached(1), lazy())
      prepareDependencies { $0.number = 3 }
    }
    Frame.bind(frame) { _ = (factory(1), cached(1), lazy()) }
    #expect(owner.received.withLock { $0 }.isEmpty)

    frame.root.close()
    Frame.bind(frame, use)
    Frame.bind(frame, use)

    let late = owner.received.withLock { $0 }.filter { $0.kind == .lateRead }
    #expect(late.map(\.message).allSatisfy { $0.contains(#"the test "pays()", which has ended"#) })
    #expect(late[0].message.hasPrefix("DependencyFactory<Int, Int> was called"))
    #expect(late[1].message.hasPrefix("Lazy<Int> ("))
    #expect(late[2].message.hasPrefix("prepareDependencies was called"))
  }

  @Test func `when a test ends, deinitializers of unused lazy values can read dependencies`() {
    final class Reader: Sendable {
      deinit { _ = DependencyValues.current.number }
    }
    Frame.bind(frame) {
      do { _ = Lazy { Reader() }() }
      frame.root.close()
    }

    #expect(owner.received.withLock { $0 }.isEmpty)
  }

  @Test func `roots do not share cached defaults`() {
    let other = RootFrame(DependencyRoot(owner: nil))
    let first = Frame.bind(frame) { DependencyValues.current.token }
    let second = Frame.bind(other) { DependencyValues.current.token }

    #expect(first !== second)
    #expect(first === Frame.bind(frame) { DependencyValues.current.token })
  }

  @Test func `a root and its cached values are released with the last scope`() {
    weak var weakRoot: DependencyRoot?
    weak var weakToken: Token?
    do {
      let frame = RootFrame(DependencyRoot(owner: nil))
      weakRoot = frame.root
      weakToken = Frame.bind(frame) { DependencyValues.current.token }
      #expect(weakToken != nil)
    }

    #expect(weakRoot == nil)
    #expect(weakToken == nil)
  }
}
