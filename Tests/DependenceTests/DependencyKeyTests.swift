import Dependence
import DependenceTesting
import TestKeys
import Testing

/// A key that declares only the required member.
private enum BareKey: DependencyKey { static var liveValue: Int { 1 } }

private enum InterfaceKey: TestDependencyKey {
  static var testValue: String { "test" }
  static var previewValue: String { "preview" }
}

private enum SplitKey: TestDependencyKey { static var testValue: String { "test" } }
extension SplitKey: DependencyKey { static var liveValue: String { "live" } }

private enum SplitOptionalKey: TestDependencyKey { static var testValue: Int? { 1 } }
extension SplitOptionalKey: DependencyKey { static var liveValue: Int? { nil } }

struct DependencyKeyTests {
  @Test(
    arguments: [
      (DependencyContext.live, 1), (.preview, 2), (.test, 3),
    ]
  )
  func `a key's default follows the context`(context: DependencyContext, expected: Int) {
    withDependencies {
      $0.context = context
    } operation: {
      @Dependency(NumberKey.self) var number
      #expect(number == expected)
    }
  }

  @Test(arguments: [(DependencyContext.preview, "preview"), (.test, "test")])
  func `an interface key's default follows the context`(
    context: DependencyContext,
    expected: String
  ) {
    withDependencies {
      $0.context = context
    } operation: {
      @Dependency(test: InterfaceKey.self) var value
      #expect(value == expected)
    }
  }

  @Test func `an interface key without a live value reports one issue in a live context`() {
    let issues = issues {
      withDependencies {
        $0.context = .live
      } operation: {
        @Dependency(test: InterfaceKey.self) var value
        #expect(value == "test")
        #expect(value == "test")
      }
    }

    #expect(
      issues.map(\.message) == [
        """
        DependenceTests.InterfaceKey has no live value, so its test value was used. Conform it to \
        DependencyKey in a module that this program links, or override it at the composition root \
        (prepareDependencies).
        """
      ]
    )
  }

  @Test func `an interface key uses the live value of a separate conformance`() {
    withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(test: SplitKey.self) var value
      #expect(value == "live")
    }
  }

  @Test func `the live value of a separate conformance can be nil`() {
    withDependencies {
      $0.context = .live
    } operation: {
      @Dependency(test: SplitOptionalKey.self) var value
      #expect(value == nil)
    }
  }

  @Test func `the test and live subscripts of a key access the same value`() {
    var values = DependencyValues()

    values[test: SplitKey.self] = "through the test door"
    #expect(values[SplitKey.self] == "through the test door")

    values[SplitKey.self] = "through the live door"
    #expect(values[test: SplitKey.self] == "through the live door")
  }
}

// MARK: - Live-only keys

private enum DerivedKey: TestDependencyKey {
  static var testValue: Int { BareKey.testValue + 1 }
}

struct LiveOnlyKeyTests {
  @Test
  func `a live-only key read in a test returns its live value and reports one issue`() throws {
    let line = #line + 2
    let issues = issues {
      @Dependency(BareKey.self) var bare
      #expect(bare == 1)
      #expect(bare == 1)
    }

    let issue = try #require(issues.first)
    #expect(issues.count == 1)
    #expect(issue.site.line == line)
    #expect(
      issue.message == """
        DependenceTests.BareKey has no test value, so this test used its live value. Override it for \
        this test with $0[BareKey.self] = …, in withDependencies { … } or .dependencies { … }, or declare \
        `static var testValue` in DependenceTests.BareKey.
        """
    )
  }

  @Test(arguments: 0..<3)
  func `every test that reads a live-only key reports the issue`(repetition: Int) {
    let issues = issues {
      @Dependency(BareKey.self) var bare
      _ = bare
    }

    #expect(issues.count == 1)
  }

  @Test func `the live value of a key in the test value of another key is reported`() {
    let issues = issues {
      @Dependency(DerivedKey.self) var derived
      #expect(derived == 2)
    }

    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("BareKey.testValue was used") == true)
  }

  @Test func `assigning to a live-only key reports nothing`() {
    let issues = issues {
      withDependencies {
        $0[BareKey.self] = 5
        $0[BareKey.self] += 1
      } operation: {
        @Dependency(BareKey.self) var bare
        #expect(bare == 6)
      }
    }

    #expect(issues.isEmpty)
  }

  @Test func `modifying the default of a live-only key in place reports nothing`() {
    let issues = issues {
      withDependencies {
        $0[BareKey.self] += 1
      } operation: {
        @Dependency(BareKey.self) var bare
        #expect(bare == 2)
      }
    }

    #expect(issues.isEmpty)
  }

  @Test func `a read after an in-place modification still reports the issue`() {
    let issues = issues {
      withDependencies {
        $0[BareKey.self] += 1
      } operation: {
      }
      @Dependency(BareKey.self) var bare
      _ = bare
    }

    #expect(issues.count == 1)
  }

  @Test(arguments: [DependencyContext.live, .preview])
  func `a live-only key outside tests reports nothing`(context: DependencyContext) {
    let issues = issues {
      withDependencies {
        $0.context = context
      } operation: {
        @Dependency(BareKey.self) var bare
        #expect(bare == 1)
      }
    }

    #expect(issues.isEmpty)
  }
}

// MARK: - Values of every shape

private enum OptionalKey: DependencyKey {
  static var liveValue: Int? { nil }
  static var testValue: Int? { 7 }
}

private enum ClosureKey: DependencyKey {
  static var liveValue: @Sendable (Int) -> Int { { $0 } }
  static var testValue: @Sendable (Int) -> Int { { $0 * 2 } }
}

private enum ExistentialKey: DependencyKey {
  static var liveValue: any Error & CustomStringConvertible { DependencyError.unimplemented("a") }
  static var testValue: any Error & CustomStringConvertible { DependencyError.unimplemented("b") }
}

/// A key without a test value. A read of its default is therefore reported.
private enum VoidKey: DependencyKey { static var liveValue: Void { () } }

private struct Large: Equatable, Sendable {
  var a = 1, b = 2.5, c = "three", d: [Int] = [4], e: UInt8? = 5, f = (1...6)
}

private enum LargeKey: DependencyKey {
  static var liveValue: Large { Large() }
  static var testValue: Large { Large(a: 10) }
}

private actor Counter {
  var count = 0
  func increment() -> Int {
    count += 1
    return count
  }
}

private enum ActorKey: DependencyKey {
  static var liveValue: Counter { Counter() }
  static var testValue: Counter { Counter() }
}

struct ValueShapeTests {
  @Test func `an optional dependency has a default and can be overridden with nil`() {
    @Dependency(OptionalKey.self) var value

    #expect(value == .some(7))
    withDependencies {
      $0[OptionalKey.self] = nil
    } operation: {
      #expect(value == nil)
    }
  }

  @Test func `a dependency can be a closure and can be overridden`() {
    @Dependency(ClosureKey.self) var double

    #expect(double(4) == 8)
    withDependencies {
      $0[ClosureKey.self] = { $0 + 1 }
    } operation: {
      #expect(double(4) == 5)
    }
  }

  @Test func `an existential dependency keeps its dynamic type`() {
    @Dependency(ExistentialKey.self) var value

    #expect(value as? DependencyError == .unimplemented("b"))
  }

  @Test func `a dependency of type Void has a default and can be overridden`() {
    @Dependency(VoidKey.self) var value: Void

    let withOverride = issues {
      withDependencies {
        $0[VoidKey.self] = ()
      } operation: {
        _ = value
      }
    }
    let withoutOverride = issues { _ = value }

    #expect(withOverride == [])
    #expect(withoutOverride.count == 1)
  }

  @Test func `a large struct can be a default and can be modified in an override`() {
    @Dependency(LargeKey.self) var value

    #expect(value == Large(a: 10))
    withDependencies {
      $0[LargeKey.self].c = "changed"
    } operation: {
      #expect(value == Large(a: 10, c: "changed"))
    }
  }

  @Test func `an actor keeps its state between reads`() async {
    @Dependency(ActorKey.self) var counter

    #expect(await counter.increment() == 1)
    #expect(await counter.increment() == 2)
  }
}
