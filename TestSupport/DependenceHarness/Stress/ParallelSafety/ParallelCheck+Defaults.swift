import Dependence

extension ParallelCheck {
  /// Returns a sentence for each default that one root computed twice, or that roots share although
  /// each must have its own.
  func doubleDefaults(_ random: inout some RandomNumberGenerator) async -> [String] {
    let owner = CheckedOwner("first reads")
    var found: [[Value]] = []
    for _ in 0..<Self.rootCount {
      let isElsewhere = (0..<Self.taskCount).map { $0.isMultiple(of: 2) }.shuffled(using: &random)
      found.append(await firstReads(isElsewhere, in: container.makeRoot(owner)))
    }
    passOn(owner.issues)

    let identities = found.map { Set($0.map(identity)) }
    // A dependency is transient if each read returned a new instance. That is not a violation.
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

  /// Returns the values that several tasks read. Each task reads the default at the same time as
  /// the others, and then a second time.
  ///
  /// The method returns values instead of identities, because an identity can be reused after its
  /// value is released.
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
