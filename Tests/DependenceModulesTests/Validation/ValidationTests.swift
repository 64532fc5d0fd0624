import DependenceModules
import DependenceTesting
import TestKeys
import Testing

private struct AppModule: Sendable {}

private struct FeatureModule: Sendable {
  static let lineOfApp = #line + 1
  @Inject var app: AppModule
  @Inject("other") var other: AppModule
}

struct ValidationTests {
  private let file = #fileID

  @Test func `one validation error contains all findings and gaps`() {
    let line = #line + 2
    let modules = Dependencies {
      Module { First() }
      Module { FeatureModule() }
      Module { (first: First, second: Second) in Store() as any StoreType }
      Module("other") { AppModule() }
      Module { First() }
    }

    let error = validationError(of: modules)

    #expect(
      error?.description == """
        3 findings in the modules:
        - \(file):\(line + 4): First is registered twice in one list: at \(file):\(line) and at \
        \(file):\(line + 4). The second registration is used. Remove one of them, or give one of them a \
        name.
        - \(file):\(line + 2): Needed by any StoreType: Second is not registered. Add \
        Module { … as Second } to the list Dependencies { … } on which validate() was called.
        - \(file):\(FeatureModule.lineOfApp): Injected by FeatureModule: AppModule is not registered. It is \
        registered as "other" (\(file):\(line + 3)). Add Module { … as AppModule } to the list \
        Dependencies { … } on which validate() was called.
        Not checked:
        - \(file):\(line + 2): The factory of any StoreType was not run, because it declares its needs.
        """
    )
  }

  @Test func `an error with one finding and no gaps lists only the finding`() {
    let error = validationError(
      of: Dependencies {
        Module { () -> First in
          reportIssue("It was made.")
          return First()
        }
      }
    )

    let finding = error?.findings.first
    #expect(
      error?.description == """
        1 finding in the modules:
        - \(finding?.site ?? .unknown): When First was created: It was made.
        """
    )
  }

  @Test func `a complete list has no findings and lists the factories that were not run`() throws {
    let line = #line + 2
    let modules = Dependencies {
      Module { AppModule() }
      Module("other") { AppModule() }
      Module { FeatureModule() }
      Module { () async in Second() }
      Module { (app: AppModule) in First() }
      Module { () -> Token in fatalError("live") }.skippingValidation()
    }

    let gaps = try modules.validate().unchecked

    #expect(
      gaps.map { "\($0.site.line): \($0)" } == [
        "\(line + 3): The factory of Second was not run, because it creates its value asynchronously.",
        "\(line + 4): The factory of First was not run, because it declares its needs.",
        "\(line + 5): The factory of Token was not run, because its module uses skippingValidation().",
      ]
    )
  }

  @Test func `a finding in several factories is reported once`() {
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

    #expect(validationError(of: modules)?.findings.map(\.kind) == [.unregistered])
  }

  @Test(arguments: [false, true])
  func `validation checks the later of two modules for the same type`(isLaterComplete: Bool) {
    let complete = Module { First() }
    let incomplete = Module { (missing: Token) in First() }
    let modules = Dependencies {
      if isLaterComplete { incomplete } else { complete }
      if isLaterComplete { complete } else { incomplete }
    }

    #expect(
      validationError(of: modules)?.findings.map(\.kind)
        == (isLaterComplete ? [.duplicate] : [.duplicate, .unregistered])
    )
  }

  @Test func `a cycle of factory parameters is found without running the factories`() {
    let line = #line + 2
    let modules = Dependencies {
      Module { (second: Second) -> First in fatalError() }
      Module { (token: Token) -> Second in fatalError() }
      Module { (first: First) -> Token in fatalError() }
    }

    let error = validationError(of: modules)

    #expect(error?.findings.map(\.kind) == [.cycle])
    // The description of the cycle begins with the dependency that was first used in this process,
    // so there are three possible descriptions.
    let cycles = [
      "First → Second → Token → First", "Second → Token → First → Second",
      "Token → First → Second → Token",
    ]
    let message = error?.findings.first?.message ?? ""
    #expect(cycles.contains { message.hasPrefix("Dependency cycle: \($0).") })
    #expect(error?.findings.first?.site.line == line)
  }

  @Test func `a diamond of factory parameters is not a cycle`() throws {
    struct Left: Sendable {}
    struct Right: Sendable {}

    try Dependencies {
      Module { (left: Left, right: Right) -> First in fatalError() }
      Module { (right: Right) -> Left in fatalError() }
      Module { (token: Token) -> Right in fatalError() }
      Module { Token() }
    }.validate()
  }

  @Test func `a parameter cycle that is reachable from two modules is reported once`() {
    struct Left: Sendable {}
    struct Right: Sendable {}

    let error = validationError(
      of: Dependencies {
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

  @Test(.modules { Module { AppModule() } })
  func `validation ignores the modules of the outer scope and registers nothing`() {
    let modules = Dependencies { Module { FeatureModule() } }

    #expect(validationError(of: modules)?.findings.map(\.kind) == [.unregistered, .unregistered])
    #expect(DependencyValues.current.isRegistered(FeatureModule.self) == false)
  }

  @Test func `validation checks the given properties, including forwarded ones`() throws {
    let modules = Dependencies { Module { Service() as any ServiceType } }

    let error = validationError(of: modules) { try $0.validate(\.service, \.forwarded, \.cart) }

    #expect(error?.findings.map(\.kind) == [.unregistered])
    #expect(
      error?.findings.first?.message.hasPrefix("Dependencies.forwarded is not registered.")
        == true
    )
    try Dependencies { Module(\.forwarded) { Service() } }.validate(\.service, \.forwarded)
  }

  @Test func `an injected property that was not passed to validate is a gap`() throws {
    struct Reader: Sendable { @Dependency(\.clock) var clock }

    let gaps = try Dependencies { Module { Reader() } }.validate().unchecked

    #expect(gaps.count == 1)
    #expect(
      gaps.first?.description.hasSuffix("was not created. To check it, pass it to validate(…).")
        == true
    )
  }

  @Test func `a gap in several factories is reported once`() throws {
    struct Reader: Sendable { @Dependency(\.clock) var clock }

    let gaps = try Dependencies {
      Module { Reader() }
      Module("other") { Reader() }
    }.validate().unchecked

    #expect(gaps.count == 1)
  }

  @Test func `an injected property that is passed to validate or registered is not a gap`() throws {
    struct Reader: Sendable { @Dependency(\.clock) var clock }
    struct Forwarding: Sendable { @Dependency(\.forwarded) var forwarded }

    let named = try Dependencies { Module { Reader() } }.validate(\.clock)
    let listed = try Dependencies {
      Module { Forwarding() }
      Module(\.forwarded) { Service() }
    }.validate()

    #expect(named.unchecked.isEmpty)
    #expect(listed.unchecked.isEmpty)
  }

  @Test(arguments: [false, true])
  func `an injected property that a factory creates is not a gap`(isCreatedFirst: Bool) throws {
    struct Reader: Sendable { @Dependency(\.clock) var clock }
    let reader = Module { Reader() }
    let creator = Module { () -> First in
      @Dependency(\.clock) var clock
      _ = clock
      return First()
    }

    let validation = try Dependencies {
      if isCreatedFirst { creator }
      reader
      if !isCreatedFirst { creator }
    }.validate()

    #expect(validation.unchecked == [])
  }

  @Test func `an injected property is checked without the scope of the factory that creates it`() {
    let error = validationError(
      of: Dependencies {
        Module { () -> First in
          withDependencies {
            $0[module: AppModule.self] = AppModule()
          } operation: {
            @Dependency(\.partOfApp) var part
            _ = part
          }
          return First()
        }
      }
    )

    #expect(error?.findings.map(\.kind) == [.unregistered])
    #expect(error?.unchecked == [])
  }
}

private struct PartOfApp: Sendable { @Inject var app: AppModule }

extension Dependencies {
  fileprivate var partOfApp: PartOfApp { PartOfApp() }
}

extension DependencyValues {
  fileprivate func isRegistered<Value: Sendable>(_ type: Value.Type) -> Bool {
    withIssueReporter(Silence()) { (try? Dependencies.resolve(type)) != nil }
  }
}

private struct Silence: IssueReporter {
  func report(_ issue: DependencyIssue) -> Bool { true }

  @Test func `a factory that reads the context is checked in one context and is a gap`() throws {
    let modules = Dependencies {
      Module { () -> First in
        if Dependencies.context == .live { _ = DependencyValues.current[module: Second.self] }
        return First()
      }
      Module { () -> Token in
        _ = DependencyValues.current.context
        return Token()
      }
    }

    let gaps = try modules.validate().unchecked.map(\.description)
    #expect(gaps.count == 2)
    #expect(gaps.first?.contains("First was checked only in the context .test") == true)

    let error = #expect(throws: ModuleValidationError.self) { try modules.validate(in: .live) }
    #expect(error?.findings.map(\.kind) == [.unregistered])
    #expect(error?.unchecked.isEmpty == true)
  }
}
