import Dependence
@testable import DependenceHarness
import TestKeys

/// Containers that have one bug each. They are derived from the container of the library.
extension ContainerUnderTest<Token> {
  typealias Container = ContainerUnderTest<Token>

  static var real: Container { .real(\.token, setting: Token()) }

  /// A container that stores overrides in a global variable instead of a task-local one.
  static var globalOverride: Container {
    let override = Lock<Token?>(nil)
    var container = real
    container.bind = { token, operation in
      override.withLock { $0 = token }
      await operation()
    }
    container.read = { [read = real.read] in override.withLock { $0 } ?? read() }
    return container
  }

  /// A container in which an override is visible in the task that made it, but not in the tasks
  /// that this task starts.
  static var forgetfulOfChildren: Container {
    var container = real
    container.bind = { [bind = real.bind] token, operation in
      await bind(token) {
        await BindingTask.$hash.withValue(currentTask()) { await operation() }
      }
    }
    container.read = { [read = real.read] in
      BindingTask.hash == currentTask() ? read() : Token()
    }
    return container
  }

  /// A container in which an inner override stays in effect after its operation has ended.
  static var neverEnding: Container {
    var container = real
    container.bind = { token, operation in
      if let box = Box.current, box.isOfTask {
        box.token.withLock { $0 = token }
        await operation()
      } else {
        let box = Box(token, isOfTask: Box.current != nil)
        await Box.$current.withValue(box) { await operation() }
      }
    }
    container.read = { [read = real.read] in Box.current?.token.withLock { $0 } ?? read() }
    container.capture = {
      let box = Box.current
      return { operation in Box.$current.withValue(box) { operation() } }
    }
    return container
  }

  /// A container in which all roots share one cached default.
  static var sharedCache: Container {
    let shared = Token()
    var container = real
    container.read = { shared }
    return container
  }

  /// A container that computes a separate default for each of the first two reads from a root, as
  /// if both reads had found the cache empty.
  static var doubleResolution: Container {
    let reads = Lock<[ObjectIdentifier: Int]>([:])
    var container = real
    container.read = { [read = real.read] in
      let shared = read()
      let isEarly = reads.withLock { reads in
        reads[ObjectIdentifier(shared), default: 0] += 1
        return reads[ObjectIdentifier(shared), default: 0] <= 2
      }
      return isEarly ? Token() : shared
    }
    return container
  }

  /// A container in which the first of all reads returns a different default than later reads from
  /// the same root.
  static var singleDoubleResolution: Container {
    let isFirst = Lock(true)
    var container = real
    container.read = { [read = real.read] in
      let shared = read()
      let isEarly = isFirst.withLock { isFirst in
        defer { isFirst = false }
        return isFirst
      }
      return isEarly ? Token() : shared
    }
    return container
  }

  /// A container that reports an issue at every read.
  static var complaining: Container {
    var container = real
    container.read = { [read = real.read] in
      reportIssue("complaint", line: 1)
      return read()
    }
    return container
  }

  /// A container that gives every test the same wrong name.
  static var misnamedTest: Container {
    var container = real
    container.makeRoot = { [makeRoot = real.makeRoot] in makeRoot(MisnamedOwner(owner: $0)) }
    return container
  }

  /// A container that runs captured code in a new, empty scope.
  static var emptyCapture: Container {
    var container = real
    container.capture = {
      return { operation in
        Frame.bind(RootFrame(DependencyRoot(owner: SilentOwner()))) { operation() }
      }
    }
    return container
  }

  /// A container whose captured scopes keep the overrides but not the test, so issues in them do
  /// not reach the test.
  static var homelessCapture: Container {
    var container = real
    container.capture = { [capture = real.capture] in
      let whole = capture()
      return { operation in
        whole { withIssueReporter(IssueRecorder()) { operation() } }
      }
    }
    return container
  }

  /// A container that delivers the issues of all tests to the first test.
  static var favoriteTest: Container {
    let first = Lock<(any IssueOwner)?>(nil)
    var container = real
    container.makeRoot = { [makeRoot = real.makeRoot] owner in
      first.withLock { $0 = $0 ?? owner }
      return makeRoot(owner)
    }
    container.report = { message in
      _ = first.withLock { $0 }?.receive(DependencyIssue(message, at: .unknown))
    }
    return container
  }

  /// A container that does not close a root when its test ends.
  static var everOpen: Container {
    var container = real
    container.makeRoot = { [makeRoot = real.makeRoot] owner in
      Root(enter: makeRoot(owner).enter, close: {})
    }
    return container
  }

  /// A container that drops issues that are reported after the end of their test.
  static var deafAfterwards: Container {
    var container = real
    container.report = { if !Frame.current.root.isClosed { reportIssue($0) } }
    return container
  }

  /// A container that drops one issue of each task.
  static var dropsIssues: Container {
    var container = real
    container.report = { if !$0.hasSuffix(".2") { reportIssue($0) } }
    return container
  }

  /// A container that drops a single issue and delivers another one twice, so that the number of
  /// issues is correct.
  static var swapsIssues: Container {
    var container = real
    container.report = {
      if !$0.hasSuffix("before closing 1: 1.1") { reportIssue($0) }
      if $0.hasSuffix("before closing 1: 1.2") { reportIssue($0) }
    }
    return container
  }

  /// A container that delivers one issue of each task twice.
  static var repeatsIssues: Container {
    var container = real
    container.report = {
      reportIssue($0)
      if $0.hasSuffix(".2") { reportIssue($0) }
    }
    return container
  }

  /// A container in which the overrides of a root disappear when the root is closed.
  static var clearedAtTheEnd: Container {
    var container = real
    container.read = { [read = real.read] in Frame.current.root.isClosed ? Token() : read() }
    return container
  }
}

private enum BindingTask {
  @TaskLocal static var hash: Int?
}

private final class MisnamedOwner: IssueOwner {
  private let owner: any IssueOwner

  init(owner: any IssueOwner) { self.owner = owner }

  var name: String { "somebody" }
  func receive(_ issue: DependencyIssue) -> Bool { owner.receive(issue) }
  func scopeWillEscape() {}
}

private final class Box: Sendable {
  @TaskLocal static var current: Box?

  let token: Lock<Token>
  /// Whether this override was made by a task. The alternative is an override of the surrounding
  /// scope.
  let isOfTask: Bool

  init(_ token: Token, isOfTask: Bool) {
    self.token = Lock(token)
    self.isOfTask = isOfTask
  }
}

private func currentTask() -> Int? {
  withUnsafeCurrentTask { $0?.hashValue }
}
