import DependenceTesting
import DependenceXCTest
import Testing
import XCTest

struct TemporaryFolder: Sendable {
  init() throws {}
  func remove() throws {}
}

private enum FolderKey: TestDependencyKey {
  static var testValue: TemporaryFolder? { nil }
}

extension DependencyValues {
  fileprivate var folder: TemporaryFolder {
    get { self[FolderKey.self] ?? (try! TemporaryFolder()) }
    set { self[FolderKey.self] = newValue }
  }

  fileprivate var log: @Sendable (String) -> Void {
    get { self[EventLogKey.self] }
    set { self[EventLogKey.self] = newValue }
  }
}

private enum EventLogKey: DependencyKey {
  static var liveValue: @Sendable (String) -> Void { { print($0) } }
  static var testValue: @Sendable (String) -> Void { { _ in } }
}

private struct CashDesk {
  @Dependency(\.log) private var log
  func open() { log("opened") }
}

struct ResourceExampleTests {
  @Test(
    .resource(\.folder) {
      try TemporaryFolder()
    } tearDown: {
      try $0.remove()
    }
  )
  func `a resource is lent to a test`() { _ = Dependency(\.folder).wrappedValue }

  @Test(.dependencies)
  func `a LockBox collects the logged lines`() {
    let events = LockBox<[String]>([])
    withDependencies {
      $0.log = { line in events.withValue { $0.append(line) } }
    } operation: {
      CashDesk().open()
    }
    #expect(events.value == ["opened"])
  }
}

final class ResourceExampleCase: DependencyTestCase {
  override func configureDependencies(_ dependencies: inout DependencyValues) throws {
    dependencies.lend(try TemporaryFolder(), as: \.folder) { try $0.remove() }
  }

  func testAResourceIsLentToATest() { _ = Dependency(\.folder).wrappedValue }
}
