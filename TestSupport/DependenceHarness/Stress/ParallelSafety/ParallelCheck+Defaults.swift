import Dependence

extension ParallelCheck {
  /// Checks that each test computes a default value only once, even if many tasks read it at the
  /// same time. Also checks that tests do not share default values that must be separate. Returns
  /// one sentence for each violation.
  func doubleDefaults(_ random: inout some RandomNumberGenerator) async -> [String] {
    if container.isPrepared {
      return [
        """
        Its default was not read, because prepareDependencies has set a value, which all tests of the check read instead. \
        Check the dependency in a test that does not prepare it.
        """
      ]
    }
    let owner = CheckedOwner("first reads")
    var found: [[Value]] = []
    for _ in 0..<Self.rootCount {
      let isElsewhere = (0..<Self.taskCount).map { $0.isMultiple(of: 2) }.shuffled(using: &random)
      found.append(await firstReads(isElsewhere, in: container.makeRoot(owner)))
    }
    passOn(owner.issues)

    let identities = found.map { Set($0.map(identity)) }
    // If each read returned a new instance, the dependency is transient, which is not a violation.
    let isTransient =
      container.hasLifetime && zip(identities, found).allSatisfy { $0.count == $1.count }
    let split = isTransient ? 0 : identities.count { $0.count > 1 }
    var findings: [String] = []
    if split > 0 {
      findings.append(
        """
        In \(split) of \(Self.rootCount) roots (each test has one), tasks that read its default at the same time got \
        different values. A root must compute each default only once. Let the property in DependencyValues read \
        self[Key.self], and do not create a value in the property.
        """
      )
    }
    let all = Set(identities.flatMap(\.self))
    if isFreshInEachRoot, all.count < Self.rootCount {
      findings.append(
        """
        \(Self.rootCount) roots (each test has one) shared \(all.count) \(all.count == 1 ? "default" : "defaults"), \
        although each root must have its own. Create a new value each time, in a computed property (static var testValue: \
        … { … }, not static let), and do not use shared objects in it.
        """
      )
    }
    return findings
  }

  /// Reads the dependency's default value in several tasks at the same time, twice in each task,
  /// and returns all values that were read. `isElsewhere` contains one element for each task. If
  /// the element is `true`, the task reads the value in a detached task, through a captured scope.
  ///
  /// The method returns the values instead of their identities, because an identity, such as an
  /// `ObjectIdentifier`, could be reused as soon as its value is released.
  private func firstReads(
    _ isElsewhere: [Bool],
    in root: ContainerUnderTest<Value>.Root
  ) async -> [Value] {
    let values = Lock<[Value]>([])
    let gate = StartingGate(for: isElsewhere.count)
    @Sendable func read() {
      let both = (container.read(), container.read())
      values.withLock { $0 += [both.0, both.1] }
    }
    await root.enter {
      await withTaskGroup { group in
        for isElsewhere in isElsewhere {
          group.addTask {
            let capture = container.capture()
            await gate.arrive()
            guard isElsewhere else { return read() }
            await Task.detached { capture { read() } }.value
          }
        }
      }
    }
    root.close()
    return values.withLock { $0 }
  }
}
