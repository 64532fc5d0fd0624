@testable import Dependence
import DependenceTesting
import TestKeys
import Testing

private enum WatcherKey: DependencyKey {
  static var liveValue: Watcher { Watcher() }
  static var testValue: Watcher { Watcher() }
}

/// Made as a default, it keeps the scope in which it was made.
private final class Watcher: Sendable {
  let scope: CapturedDependencies

  init() {
    @Dependency(\.number) var number
    _ = number
    scope = captureDependencies()
  }
}

/// Notes whose issues it sees, and lets them pass.
private struct Passer: IssueReporter {
  let name: String
  let seen: Lock<[String]>

  func report(_ issue: DependencyIssue) -> Bool {
    seen.withLock { $0.append("\(name): \(issue.message)") }
    return false
  }
}

private final class BindingLog: KeyObserver {
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

  @Test func `overrides go along, defaults do not`() {
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

  @Test func `a default that was built on an override is built anew on its copy`() {
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

  @Test func `what was started in a default takes along what that was built on`() {
    let watcher = Frame.bind(bottom) {
      withDependencies {
        $0.number = 10
        $0.text = "not read by the default"
      } operation: {
        DependencyValues.current[WatcherKey.self]
      }
    }

    let copy = watcher.scope.run { Frame.current.copied(onto: other) }

    // The number was assigned first, so nothing above it is what the default was built on.
    #expect(Frame.bind(copy) { DependencyValues.current.number } == 10)
    #expect(Frame.bind(copy) { DependencyValues.current.text } == "test")
  }

  @Test func `reporters go along in their order`() {
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

  @Test func `a frame that is not wanted stays behind`() {
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

  @Test func `an observer goes along, and is told of each binding once`() {
    let observer = BindingLog()
    let site = SourceSite(line: 77)
    DependencyValues.withRoot(bottom, boundAt: site, { $0.number = 10 }) {
      Frame.bind(ObserverFrame(observer, over: .current)) {
        Frame.bind(Frame.current.copied(onto: other)) {
          _ = DependencyValues.current.number
          // One that comes later still learns where the override stands.
          let late = BindingLog()
          _ = ObserverFrame(late, over: .current)
          #expect(late.log.withLock { $0 } == ["bound [NumberKey.self] at 77"])
        }
      }
    }

    #expect(
      observer.log.withLock { $0 } == ["bound [NumberKey.self] at 77", "read [NumberKey.self]"]
    )
  }

  @Test func `what was prepared goes along, and stays prepared`() {
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

  @Test func `a context that was prepared goes along`() {
    Frame.bind(bottom) {
      prepareDependencies { $0.context = .preview }
      Frame.bind(Frame.current.copied(onto: other)) {
        #expect(DependencyValues.current.context == .preview)
      }
    }
  }

  @Test func `a root knows the one that it continues`() {
    _ = bottom.copied(onto: other)

    #expect(other.root.predecessor === bottom.root)
    #expect(bottom.root.predecessor == nil)
  }

  @Test func `where nothing was prepared, the other root may be`() {
    Frame.bind(bottom) {
      DependencyValues.withRoot(bottom, boundAt: SourceSite(), { $0.text = "trait" }) {
        Frame.bind(Frame.current.copied(onto: other)) {
          prepareDependencies { $0.number = 20 }
          #expect(DependencyValues.current.number == 20)
        }
      }
      #expect(DependencyValues.current.number == 3)
    }
  }

  @Test func `inside an operation nothing may be prepared, over whatever root`() {
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

  @Test func `a scope whose test has ended has ended over another root too`() {
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

  @Test func `a late read names the part of the test`() {
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

  @Test func `whoever made the part audits it, and the owner is not asked to`() {
    root.add(Nothing())

    #expect(owner.audited.withLock { $0 } == 0)
    #expect(root.finishAudits()?.message == "something is left")
  }

  @Test func `a part that belongs to no test is audited too`() {
    let root = DependencyRoot(owner: nil, part: "iteration 1 of 1")

    root.add(Nothing())

    #expect(root.finishAudits() != nil)
  }
}

struct AssignedKeyTests {
  @Test func `a property leads to its key`() {
    #expect(DependencyValues.key(setBy: \.number, to: 1)?.name == "TestKeys.NumberKey")
    #expect(DependencyValues.key(setBy: \.numberOfNothing, to: 1) == nil)
  }
}

extension DependencyValues {
  /// A property that forgets what it is assigned.
  fileprivate var numberOfNothing: Int {
    get { 0 }
    set {}
  }
}
