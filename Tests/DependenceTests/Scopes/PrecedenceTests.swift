@testable import Dependence
import DependenceTesting
import TestKeys
import Testing

/// Tests of how a view chooses the scope that it reads from. The views themselves can be tested
/// only on Apple platforms.
struct PrecedenceTests {
  private let root = DependencyRoot(owner: nil)

  private func values(number: Int? = nil) -> DependencyValues {
    var values = DependencyValues(RootFrame(root))
    if let number { values.number = number }
    return values
  }

  private let subtrees = Lock<[PublishedSubtree]>([])

  @discardableResult
  private func publish(_ values: DependencyValues) -> PublishedSubtree {
    let subtree = PublishedSubtree()
    subtree.publish(values)
    subtrees.withLock { $0.append(subtree) }
    return subtree
  }

  private func read(environment: Int? = nil, taskLocal: Int? = nil) -> Int {
    let environment = values(number: environment)
    let frame = Precedence.select(
      environment: environment,
      taskLocal: values(number: taskLocal).frame
    )
    return DependencyValues(frame).number
  }

  @Test func `the order of precedence is environment, task-local, subtree, default`() {
    #expect(read() == 3)

    publish(values(number: 10))
    #expect(read() == 10)
    #expect(read(taskLocal: 20) == 20)
    #expect(read(environment: 30, taskLocal: 20) == 30)
    #expect(read(environment: 30) == 30)
  }

  @Test func `empty containers are ignored`() {
    publish(values(number: 10))
    publish(values())

    #expect(read() == 10)
  }

  @Test func `a subtree that is published again becomes the latest`() {
    let first = publish(values(number: 1))
    publish(values(number: 2))
    #expect(read() == 2)

    first.publish(values(number: 11))
    #expect(read() == 11)
  }

  @Test func `releasing the latest subtree restores the previous one`() {
    let first = publish(values(number: 1))
    var second: PublishedSubtree? = PublishedSubtree()
    second?.publish(values(number: 2))

    second = nil
    #expect(read() == 1)

    first.publish(values())
    #expect(read() == 3)
  }

  @Test func `the current values and captures see the latest subtree of their root`() {
    publish(values(number: 10))

    Frame.bind(RootFrame(root)) {
      #expect(DependencyValues.current.number == 10)
      #expect(captureDependencies().run { DependencyValues.current.number } == 10)
      withDependencies {
        $0.text = "scope"
      } operation: {
        #expect(DependencyValues.current.number == 10)
        #expect(DependencyValues.current.text == "scope")
      }
    }
    #expect(DependencyValues.current.number == 3)
  }

  @Test func `a capture keeps the subtree that was the latest at its creation`() {
    var subtree: PublishedSubtree? = PublishedSubtree()
    subtree?.publish(values(number: 10))
    let continuation = Frame.bind(RootFrame(root)) { captureDependencies() }

    publish(values(number: 20))
    subtree = nil

    #expect(continuation.run { DependencyValues.current.number } == 10)
    #expect(read() == 20)
  }

  @Test func `a capture of the latest subtree keeps the reporters of its scope`() async {
    publish(values(number: 10))
    let (outer, inner) = (IssueRecorder(), IssueRecorder())

    let continuation = Frame.bind(RootFrame(root)) {
      withIssueReporter(outer) { withIssueReporter(inner) { captureDependencies() } }
    }

    await Task.detached {
      continuation.run {
        #expect(DependencyValues.current.number == 10)
        reportIssue("from the subtree")
      }
    }.value
    #expect(inner.messages == ["from the subtree"])
    #expect(outer.messages.isEmpty)
  }

  @Test func `reads of the latest subtree are strict in a strict scope`() {
    publish(values(number: 10))

    let found = Frame.bind(RootFrame(root)) {
      issues {
        withStrictDependencies {
          #expect(Dependency(\.number).wrappedValue == 10)
          #expect(Dependency(\.text).wrappedValue == "test")
        }
      }
    }

    #expect(found.count == 1)
  }

  @Test func `a snapshot without overrides ignores subtrees published later`() {
    let frame = RootFrame(root)
    let snapshot = DependencyValues(frame).snapshot()
    @Dependency(\.number) var number
    // The number is read so often that the result is cached.
    func reads() -> [Int] { (0..<4).map { _ in number } + [DependencyValues.current.number] }

    publish(values(number: 10))
    let pinned = withSnapshotDependencies(snapshot) { reads() }
    let captured = withSnapshotDependencies(snapshot) { captureDependencies().run(reads) }
    let inner = withSnapshotDependencies(snapshot) {
      withDependencies({ $0.text = "inner" }, operation: reads)
    }
    let unpinned = Frame.bind(frame, reads)

    #expect([pinned, captured, inner] == Array(repeating: Array(repeating: 3, count: 5), count: 3))
    #expect(unpinned == Array(repeating: 10, count: 5))
  }

  @Test func `reads in a snapshot scope ignore subtrees published there`() {
    @Dependency(\.number) var number

    let reads = withSnapshotDependencies(DependencyValues(RootFrame(root))) {
      (0..<4).map { index in
        publish(values(number: 10 + index))
        return number
      }
    }

    #expect(reads == Array(repeating: 3, count: 4))
  }

  @Test func `a pinned scope stays pinned when it is copied onto another root`() {
    let pinned = RootFrame(DependencyRoot(owner: nil)).pinned
    publish(values(number: 10))

    let frame = pinned.copied(onto: RootFrame(root))

    #expect(Frame.bind(frame) { DependencyValues.current.number } == 3)
  }

  @Test func `a closed root is released although its subtree is still alive`() {
    weak var weakRoot: DependencyRoot?
    do {
      let frame = RootFrame(DependencyRoot(owner: nil))
      weakRoot = frame.root
      var values = DependencyValues(frame)
      values.number = 10
      publish(values)
      frame.root.close()
    }

    #expect(weakRoot == nil)
  }
}
