import DependenceModules
import DependenceTesting
import TestKeys
import Testing

private struct AppModule: Sendable {}

private struct FeatureModule: Sendable {
  @Inject var app: AppModule
  @Inject("other") var other: AppModule
}

private enum LoudKey: DependencyKey {
  static var liveValue: Int { fatalError("live") }
  static var testValue: Int {
    reportIssue("LoudKey was asked.")
    return 0
  }
}

struct ValidationTests {
  private let file = "DependenceModulesTests/ValidationTests.swift"

  private func error(
    _ modules: Dependencies,
    _ validate: (Dependencies) throws -> Void = { try $0.validate() }
  ) -> ModuleValidationError? {
    var found: ModuleValidationError?
    // Nothing is reported: what is wrong is thrown.
    let reported = issues {
      do { try validate(modules) } catch { found = error as? ModuleValidationError }
    }
    #expect(reported == [])
    return found
  }

  @Test func `everything that is wrong is in one error, in the order of the list`() {
    let line = #line + 2
    let modules = Dependencies {
      Module { First() }
      Module { FeatureModule() }
      Module { (first: First, second: Second) in Store() as any StoreType }
      Module("other") { AppModule() }
      Module { First() }
    }

    let error = error(modules)

    #expect(
      error?.description == """
        3 findings in the modules:
        - \(file):\(line + 4): First is registered twice in one list: at \(file):\(line) and at \
        \(file):\(line + 4). The later one counts. Remove one of them, or give one a name.
        - \(file):\(line + 2): any StoreType needs it: Second is not registered here. Register it with \
        Module { … as Second }, in the Dependencies { … } that are built, or for one scope in \
        $0.register { … } or .modules { … }.
        - \(file):\(Self.injectionLine): FeatureModule injects it: AppModule is not registered here. It is \
        registered as "other" (\(file):\(line + 3)). Register it with Module { … as AppModule }, in the \
        Dependencies { … } that are built, or for one scope in $0.register { … } or .modules { … }.
        Not looked into:
        - \(file):\(line + 2): The factory of any StoreType was not run: it says what it needs.
        """
    )
  }
  private static let injectionLine = 9

  @Test func `an error of one finding and no gaps says no more than that`() {
    let error = error(Dependencies { Module { DependencyValues.current[LoudKey.self] } })

    let finding = error?.findings.first
    #expect(
      error?.description == """
        1 finding in the modules:
        - \(finding?.site ?? .unknown): When Int was made: LoudKey was asked.
        """
    )
  }

  @Test func `a list that is complete has no findings, and says what was not looked into`() throws {
    let line = #line + 2
    let modules = Dependencies {
      Module { AppModule() }
      Module("other") { AppModule() }
      Module { FeatureModule() }
      Module { (app: AppModule) in First() }
      Module { () async in Second() }
      Module { () -> Token in fatalError("live") }.skippingValidation()
    }

    let gaps = try modules.validate().notLookedInto

    #expect(
      gaps.map { "\($0.site.line): \($0)" } == [
        "\(line + 3): The factory of First was not run: it says what it needs.",
        "\(line + 4): The factory of Second was not run: it makes its value asynchronously.",
        "\(line + 5): The factory of Token was not run: it is not to be rehearsed.",
      ]
    )
  }

  @Test func `a finding that several factories come upon is one`() {
    let modules = Dependencies {
      Module { () -> First in
        _ = DependencyValues.current[module: Token.self]
        return First()
      }
      Module { () -> Second in
        _ = DependencyValues.current[module: First.self]
        return Second()
      }
    }

    #expect(error(modules)?.findings.map(\.kind) == [.unregistered])
  }

  @Test(arguments: [false, true])
  func `of two modules for the same the later one is looked into`(isLaterComplete: Bool) {
    let complete = Module { First() }
    let incomplete = Module { (missing: Token) in First() }
    let modules = Dependencies {
      if isLaterComplete { incomplete } else { complete }
      if isLaterComplete { complete } else { incomplete }
    }

    #expect(
      error(modules)?.findings.map(\.kind)
        == (isLaterComplete ? [.duplicate] : [.duplicate, .unregistered])
    )
  }

  @Test func `a cycle of needs is found without running anything`() {
    let line = #line + 2
    let modules = Dependencies {
      Module { (second: Second) -> First in fatalError() }
      Module { (token: Token) -> Second in fatalError() }
      Module { (first: First) -> Token in fatalError() }
    }

    let error = error(modules)

    #expect(error?.findings.map(\.kind) == [.cycle])
    #expect(
      error?.findings.first?.message.hasPrefix("Dependency cycle: First → Second → Token → First.")
        == true
    )
    #expect(error?.findings.first?.site.line == line)
  }

  @Test func `needs that meet again are no cycle`() throws {
    struct Left: Sendable {}
    struct Right: Sendable {}

    try Dependencies {
      Module { (left: Left, right: Right) -> First in fatalError() }
      Module { (right: Right) -> Left in fatalError() }
      Module { (token: Token) -> Right in fatalError() }
      Module { Token() }
    }.validate()
  }

  @Test func `a cycle of needs that two others lead to is found once`() {
    struct Left: Sendable {}
    struct Right: Sendable {}

    let error = error(
      Dependencies {
        Module { (left: Left, second: Second) -> First in fatalError() }
        Module { (right: Right) -> Left in fatalError() }
        Module { (left: Left) -> Right in fatalError() }
        Module { (right: Right) -> Second in fatalError() }
      }
    )

    let messages = error?.findings.map(\.message) ?? []
    #expect(messages.count == 1)
    #expect(messages.first?.hasPrefix("Dependency cycle: Left → Right → Left.") == true)
  }

  @Test func `a cycle of reads begins with what was registered first, wherever it is entered`() {
    struct One: Sendable {}
    struct Two: Sendable {}
    struct Three: Sendable {}

    let error = error(
      Dependencies {
        Module { () -> One in
          _ = DependencyValues.current[module: Two.self]
          return One()
        }
        Module { () -> Two in
          _ = DependencyValues.current[module: Three.self]
          return Two()
        }
        Module { () -> Three in
          _ = DependencyValues.current[module: One.self]
          return Three()
        }
      }
    )

    let messages = error?.findings.map(\.message) ?? []
    #expect(messages.count == 3)
    #expect(
      messages.allSatisfy { $0.hasPrefix("Dependency cycle: One → Two → Three → One.") }
    )
  }

  @Test func `a cycle of reads is found once, and the rest is looked into as well`() {
    let modules = Dependencies {
      Module { () -> First in
        @Inject var second: Second
        _ = second
        return First()
      }
      Module { () -> Second in
        @Inject var first: First
        _ = first
        return Second()
      }
      Module { () -> Token in
        _ = DependencyValues.current[module: (any StoreType).self]
        return Token()
      }
    }

    let error = error(modules)

    #expect(
      error?.findings.map(\.kind).sorted { "\($0)" < "\($1)" } == [.cycle, .cycle, .unregistered]
    )
    #expect(Set(error?.findings.filter { $0.kind == .cycle }.map(\.message) ?? []).count == 1)
    #expect(
      error?.findings.last?.message.hasPrefix(
        "Token reads it while it is made: any StoreType is not registered here."
      ) == true
    )
  }

  @Test func `what a factory reads is made by rehearsal`() throws {
    let modules = Dependencies {
      Module { Store() as any StoreType }
      Module { Service() as any ServiceType }
    }

    #expect(try modules.validate().notLookedInto == [])
  }

  @Test func `a factory that reads what is not made in a rehearsal is named`() throws {
    let modules = Dependencies {
      Module { Store() as any StoreType }
      Module { () async in Service() as any ServiceType }
    }

    let gaps = try modules.validate().notLookedInto

    #expect(
      gaps.map(\.description) == [
        "any StoreType was not looked into any further: it reads any ServiceType while it is made.",
        "The factory of any ServiceType was not run: it makes its value asynchronously.",
      ]
    )
  }

  @Test func `what is not to be rehearsed is not run by what reads it either`() throws {
    let modules = Dependencies {
      Module { Store() as any StoreType }
      Module { () -> any ServiceType in fatalError("live") }.skippingValidation()
    }

    let gaps = try modules.validate().notLookedInto

    #expect(
      gaps.map(\.description) == [
        "any StoreType was not looked into any further: it reads any ServiceType while it is made.",
        "The factory of any ServiceType was not run: it is not to be rehearsed.",
      ]
    )
  }

  @Test func `keys give their test values, and what they report is a finding`() {
    let modules = Dependencies {
      Module { DependencyValues.current[LoudKey.self] }
    }

    let error = error(modules)

    #expect(error?.findings.map(\.kind) == [.issue])
    #expect(error?.findings.map(\.message) == ["When Int was made: LoudKey was asked."])
  }

  @Test func `so they do where the context around is live`() {
    withDependencies {
      $0.context = .live
    } operation: {
      let error = error(Dependencies { Module { DependencyValues.current[LoudKey.self] } })
      #expect(error?.findings.map(\.kind) == [.issue])
    }
  }

  @Test func `what the scope around overrides of keys is there`() throws {
    try withDependencies {
      $0[LoudKey.self] = 7
      $0.context = .live
    } operation: {
      try Dependencies { Module { DependencyValues.current[LoudKey.self] } }.validate()
    }
  }

  @Test(.modules { Module { AppModule() } })
  func `what the scope around registers is not there, and nothing is left behind`() {
    let modules = Dependencies { Module { FeatureModule() } }

    #expect(error(modules)?.findings.map(\.kind) == [.unregistered, .unregistered])
    #expect(DependencyValues.current.isRegistered(FeatureModule.self) == false)
  }

  @Test func `properties are looked into, those that are left to modules among them`() throws {
    let modules = Dependencies { Module { Service() as any ServiceType } }

    let error = error(modules) { try $0.validate(\.service, \.forwarded, \.cart) }

    #expect(error?.findings.map(\.kind) == [.unregistered])
    #expect(
      error?.findings.first?.message.hasPrefix("Dependencies.forwarded is not registered here.")
        == true
    )
    try Dependencies { Module(\.forwarded) { Service() } }.validate(\.service, \.forwarded)
  }

  @Test func `a property that is injected and not named is a gap`() throws {
    struct Reader: Sendable { @Dependency(\.clock) var clock }

    let gaps = try Dependencies { Module { Reader() } }.validate().notLookedInto

    #expect(gaps.count == 1)
    #expect(
      gaps.first?.description.hasSuffix("name it in validate(…) to have it looked into.") == true
    )
  }

  @Test func `a gap that several factories come upon is one`() throws {
    struct Reader: Sendable { @Dependency(\.clock) var clock }

    let gaps = try Dependencies {
      Module { Reader() }
      Module("other") { Reader() }
    }.validate().notLookedInto

    #expect(gaps.count == 1)
  }

  @Test func `a property that is injected and named, or listed, is none`() throws {
    struct Reader: Sendable { @Dependency(\.clock) var clock }
    struct Forwarding: Sendable { @Dependency(\.forwarded) var forwarded }

    let named = try Dependencies { Module { Reader() } }.validate(\.clock)
    let listed = try Dependencies {
      Module { Forwarding() }
      Module(\.forwarded) { Service() }
    }.validate()

    #expect(named.notLookedInto.isEmpty)
    #expect(listed.notLookedInto.isEmpty)
  }

  @Test func `a module may inject what injects it`() throws {
    struct One: Sendable { @Inject var other: Other }
    struct Other: Sendable { @Inject var one: One }

    try Dependencies {
      Module { One() }
      Module { Other() }
    }.validate()
  }

  @Test(arguments: [false, true])
  func `an issue that comes after the rehearsal goes to the test`(isStopped: Bool) {
    let owner = RecordingOwner()
    let captured = Lock<DependencyContinuation?>(nil)

    Frame.bind(RootFrame(DependencyRoot(owner: owner))) {
      _ = try? Dependencies {
        Module { () -> First in
          captured.withLock { $0 = captureDependencies() }
          if isStopped { _ = DependencyValues.current[module: Second.self] }
          return First()
        }
      }.validate()
    }
    captured.withLock { $0 }?.yield { reportIssue("late") }

    #expect(owner.messages == ["late"])
  }

  @Test func `a read that comes after the rehearsal is late`() {
    let owner = RecordingOwner()
    let captured = Lock<DependencyContinuation?>(nil)

    Frame.bind(RootFrame(DependencyRoot(owner: owner))) {
      _ = try? Dependencies {
        Module { () -> First in
          captured.withLock { $0 = captureDependencies() }
          return First()
        }
      }.validate()
    }
    captured.withLock { $0 }?.yield { _ = DependencyValues.current.number }

    #expect(owner.messages.count == 1)
    #expect(
      owner.messages.first?.contains(
        """
        was read through the scope of a rehearsal of modules of the test "a test", which has ended.
        """
      ) == true
    )
  }
}

extension DependencyValues {
  fileprivate func isRegistered<Value: Sendable>(_ type: Value.Type) -> Bool {
    withIssueReporter(Silence()) { (try? Dependencies.resolve(type)) != nil }
  }
}

private struct Silence: IssueReporter {
  func report(_ issue: DependencyIssue) -> Bool { true }
}
