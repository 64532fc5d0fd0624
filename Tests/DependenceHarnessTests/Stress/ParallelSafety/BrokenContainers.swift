import Dependence
@testable import DependenceHarness
import TestKeys

/// Containers with one mistake each, made from the real one.
extension ContainerUnderTest<Token> {
  typealias Container = ContainerUnderTest<Token>

  static var real: Container { .real(\.token, setting: Token()) }

  /// An override is a global variable, not a task-local.
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

  /// An override is seen by the task that makes it, but by no task that it starts.
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

  /// An inner override goes on after its operation.
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

  /// All roots share one cache of defaults.
  static var sharedCache: Container {
    let shared = Token()
    var container = real
    container.read = { shared }
    return container
  }

  /// The first two readers of a root make a default each, as they would if they found the cache empty
  /// at the same time.
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

  /// The first reader of the first root gets a value that nobody else does.
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

  /// Every read complains.
  static var complaining: Container {
    var container = real
    container.read = { [read = real.read] in
      reportIssue("complaint", line: 1)
      return read()
    }
    return container
  }

  /// A test goes by another name.
  static var misnamedTest: Container {
    var container = real
    container.makeRoot = { [makeRoot = real.makeRoot] in makeRoot(MisnamedOwner(owner: $0)) }
    return container
  }

  /// A capture stands for a scope of its own.
  static var emptyCapture: Container {
    var container = real
    container.capture = {
      return { operation in
        Frame.bind(RootFrame(DependencyRoot(owner: SilentOwner()))) { operation() }
      }
    }
    return container
  }

  /// A capture keeps the overrides, but not the test.
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

  /// All issues go to the test that came first.
  static var favouriteTest: Container {
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

  /// A root does not know that its test has ended.
  static var everOpen: Container {
    var container = real
    container.makeRoot = { [makeRoot = real.makeRoot] owner in
      Root(enter: makeRoot(owner).enter, close: {})
    }
    return container
  }

  /// An issue after the end of its test is dropped.
  static var deafAfterwards: Container {
    var container = real
    container.report = { if !Frame.current.root.isClosed { reportIssue($0) } }
    return container
  }

  /// One issue of each task is dropped.
  static var dropsIssues: Container {
    var container = real
    container.report = { if !$0.hasSuffix(".2") { reportIssue($0) } }
    return container
  }

  /// A single issue is dropped, and another one delivered twice.
  static var swapsIssues: Container {
    var container = real
    container.report = {
      if !$0.hasSuffix("before closing 1: 1.1") { reportIssue($0) }
      if $0.hasSuffix("before closing 1: 1.2") { reportIssue($0) }
    }
    return container
  }

  /// One issue of each task is delivered twice.
  static var repeatsIssues: Container {
    var container = real
    container.report = {
      reportIssue($0)
      if $0.hasSuffix(".2") { reportIssue($0) }
    }
    return container
  }

  /// Closing a root takes its overrides away.
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
  /// True if this is the override of a task, and not that of the surroundings.
  let isOfTask: Bool

  init(_ token: Token, isOfTask: Bool) {
    self.token = Lock(token)
    self.isOfTask = isOfTask
  }
}

private func currentTask() -> Int? {
  withUnsafeCurrentTask { $0?.hashValue }
}
