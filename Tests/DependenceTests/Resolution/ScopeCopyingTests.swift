@testable import Dependence
import DependenceTesting
import TestKeys
import Testing

private enum WatcherKey: DependencyKey {
  static var liveValue: Watcher { Watcher() }
  static var testValue: Watcher { Watcher() }
}

/// A default value that captures the scope in which it is created.
private final class Watcher: Sendable {
  let scope: CapturedDependencies

  init() {
    @Dependency(\.number) var number
    _ = number
    scope = captureDependencies()
  }
}

/// A reporter that records issues together with its own name, and does not handle them.
private struct Passer: IssueReporter {
  let name: String
  let seen: Lock<[String]>

  func report(_ issue: DependencyIssue) -> Bool {
    seen.withLock { $0.append("\(name): \(issue.message)") }
    return false
  }
}

private final class BindingLog: ReadObserver {
  let log = Lock<[String]>([])

  func didRead(_ read: DependencyRead, from frame: Frame) {
    log.withLock { $0.append("read \(read.key.accessor)") }
  }

  func didBind(_ key: AnyKeyRecord, at site: SourceSite?) {
    log.withLock { $0.append("bound \(key.accessor) at \(site?.line ?? 0)") }
  }
}

private final class AuditedOwner: RootOwner {
  let name = "pays()"
  let received = Lock<[String]>([])
  let audited = Lock(0)

  func receive(_ issue: DependencyIssue) -> Bool {
    received.withLock { $0.append(issue.message) }
    return true
  }

  func scopeWillEscape() {}
  func rootWillBeAudited(_ root: DependencyRoot) { audited.withLock { $0 += 1 } }
}

private final class Nothing: RootAudit {
  func finish(_ root: DependencyRoot) -> [DependencyIssue] {
    [DependencyIssue("something is left", at: .unknown)]
  }
}

struct ScopeCopyingTests {
  private let bottom = RootFrame(DependencyRoot(owner: nil))
  private let other = RootFrame(DependencyRoot(owner: nil))

  @Test func `copying a scope onto another root keeps overrides but not cached defaults`() {
    Frame.bind(bottom) {
      let token = DependencyValues.current.token
      withDependencies {
        $0.number = 10
      } operation: {
        Frame.bind(Frame.current.copied(onto: other)) {
          #expect(DependencyValues.current.number == 10)
          #expect(DependencyValues.current.token !== token)
          #expect(
            DependencyValues.current.token === Frame.bind(other) { DependencyValues.current.token }
          )
        }
      }
      #expect(Frame.bind(other) { DependencyValues.current.number } == 3)
    }
  }

  @Test func `a default built on an override is recomputed for the copied override`() {
    Frame.bind(bottom) {
      withDependencies {
        $0.number = 10
      } operation: {
        let watcher = DependencyValues.current[WatcherKey.self]
        Frame.bind(Frame.current.copied(onto: other)) {
          let copy = DependencyValues.current[WatcherKey.self]
          #expect(copy !== watcher)
          #expect(copy === DependencyValues.current[WatcherKey.self])
        }
      }
    }
  }

  @Test func `copying a scope captured by a default keeps only the overrides it depends on`() {
    let watcher = Frame.bind(bottom) {
      withDependencies {
        $0.number = 10
        $0.text = "not read by the default"
      } operation: {
        DependencyValues.current[WatcherKey.self]
      }
    }

    let copy = watcher.scope.run { Frame.current.copied(onto: other) }

    // The default depends on `number`. The override of `text` was assigned later, and the default
    // does not read it, so it is not part of the captured scope.
    #expect(Frame.bind(copy) { DependencyValues.current.number } == 10)
    #expect(Frame.bind(copy) { DependencyValues.current.text } == "test")
  }

  @Test func `copying a scope keeps the reporters in order`() {
    let seen = Lock<[String]>([])
    Frame.bind(bottom) {
      withIssueReporter(IssueRecorder()) {
        withIssueReporter(Passer(name: "outer", seen: seen)) {
          withIssueReporter(Passer(name: "inner", seen: seen)) {
            Frame.bind(Frame.current.copied(onto: other)) { reportIssue("boom") }
          }
        }
      }
    }

    #expect(seen.withLock { $0 } == ["inner: boom", "outer: boom"])
  }

  @Test func `copying a scope can exclude frames`() {
    Frame.bind(bottom) {
      withDependencies {
        $0.number = 10
        $0.text = "ten"
      } operation: {
        let key = DependencyValues.key(setBy: \.number, to: 0)
        let copy = Frame.current.copied(onto: other) { $0.record != key }
        #expect(Frame.bind(copy) { DependencyValues.current.number } == 3)
        #expect(Frame.bind(copy) { DependencyValues.current.text } == "ten")
      }
    }
  }

  @Test func `copying a scope keeps its observer, which sees each binding once`() {
    let observer = BindingLog()
    let site = SourceSite(line: 77)
    ScopeLayer.enter(over: bottom, at: site, { $0.number = 10 }) {
      Frame.bind(Frame.current.observed(by: observer)) {
        Frame.bind(Frame.current.copied(onto: other)) {
          _ = DependencyValues.current.number
          // An observer that is added later is also notified of the existing override and of its
          // location.
          let late = BindingLog()
          _ = Frame.current.observed(by: late)
          #expect(late.log.withLock { $0 } == ["bound [NumberKey.self] at 77"])
        }
      }
    }

    #expect(
      observer.log.withLock { $0 } == ["bound [NumberKey.self] at 77", "read [NumberKey.self]"]
    )
  }

  @Test func `copying a scope keeps its preparation and rejects a second one`() {
    Frame.bind(bottom) {
      prepareDependencies { $0.number = 20 }
      Frame.bind(Frame.current.copied(onto: other)) {
        #expect(DependencyValues.current.number == 20)
        let reported = issues { prepareDependencies { $0.text = "late" } }
        #expect(reported.count == 1)
        #expect(DependencyValues.current.text == "test")
      }
    }
  }

  @Test func `copying a scope keeps a prepared context`() {
    Frame.bind(bottom) {
      prepareDependencies { $0.context = .preview }
      Frame.bind(Frame.current.copied(onto: other)) {
        #expect(DependencyValues.current.context == .preview)
      }
    }
  }

  @Test func `copying a scope sets the predecessor of the new root`() {
    _ = bottom.copied(onto: other)

    #expect(other.root.predecessor === bottom.root)
    #expect(bottom.root.predecessor == nil)
  }

  @Test func `the target root can be prepared if the original root was not`() {
    Frame.bind(bottom) {
      ScopeLayer.enter(over: bottom, at: SourceSite(), { $0.text = "trait" }) {
        Frame.bind(Frame.current.copied(onto: other)) {
          prepareDependencies { $0.number = 20 }
          #expect(DependencyValues.current.number == 20)
        }
      }
      #expect(DependencyValues.current.number == 3)
    }
  }

  @Test func `a copied scope of an operation still rejects a preparation`() {
    Frame.bind(bottom) {
      withDependencies {
        $0.text = "operation"
      } operation: {
        Frame.bind(Frame.current.copied(onto: other)) {
          #expect(issues { prepareDependencies { $0.number = 20 } }.count == 1)
        }
      }
    }
  }

  @Test func `a scope of a closed root is still closed after it is copied`() {
    bottom.root.close()

    #expect(bottom.copied(onto: other).root.isClosed)
  }
}

struct PartOfATestTests {
  private let owner = AuditedOwner()
  private let root: DependencyRoot

  init() {
    root = DependencyRoot(owner: owner, part: "iteration 2 of 3")
  }

  @Test func `the issue of a late read names the part of the test`() {
    root.close()

    Frame.bind(RootFrame(root)) { _ = DependencyValues.current.number }

    #expect(
      owner.received.withLock { $0 } == [
        """
        TestKeys.NumberKey was read in the scope of iteration 2 of 3 of the test "pays()", which has \
        ended. Await the work that reads it, or cancel and await it, before that run ends.
        """
      ]
    )
  }

  @Test func `a part of a test is audited by its creator and not by the owner`() {
    root.add(Nothing())

    #expect(owner.audited.withLock { $0 } == 0)
    #expect(root.finishAudits()?.message == "something is left")
  }

  @Test func `a part that belongs to no test is also audited`() {
    let root = DependencyRoot(owner: nil, part: "iteration 1 of 1")

    root.add(Nothing())

    #expect(root.finishAudits() != nil)
  }
}

struct AssignedKeyTests {
  @Test func `the key of a property is found by assigning to the property`() {
    #expect(DependencyValues.key(setBy: \.number, to: 1)?.name == "TestKeys.NumberKey")
    #expect(DependencyValues.key(setBy: \.numberOfNothing, to: 1) == nil)
  }
}

extension DependencyValues {
  /// A property that discards the values assigned to it.
  fileprivate var numberOfNothing: Int {
    get { 0 }
    set {}
  }
}
