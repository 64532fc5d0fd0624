import Dependence
import DependenceTesting
import TestKeys
import Testing

private enum CurrencyKey: PlaceholderDependencyKey {
  static var liveValue: String { "EUR" }
  // The placeholder is a stored property, so it is computed only once per process. Every test that
  // reads it must nevertheless report an issue.
  static let placeholder = "XXX"
  static var property: String? { "currency" }
  static var example: String { "\"USD\"" }
}

/// A key that declares only the required members.
private enum BareKey: PlaceholderDependencyKey {
  static var liveValue: Int { 1 }
  static var placeholder: Int { 2 }
}

private enum ChosenKey: PlaceholderDependencyKey {
  static var liveValue: Int { 1 }
  static var placeholder: Int { 2 }
  static var testValue: Int { 3 }
}

/// A key that uses the test value of another key as its own.
private enum BorrowingKey: DependencyKey {
  static var liveValue: String { CurrencyKey.liveValue }
  static var testValue: String { CurrencyKey.testValue }
}

/// A key whose values depend on the value of another key.
private enum ReadingKey: DependencyKey {
  static var liveValue: String { DependencyValues.current.currency }
  static var testValue: String { "in \(DependencyValues.current.currency)" }
}

extension DependencyValues {
  fileprivate var currency: String {
    get { self[CurrencyKey.self] }
    set { self[CurrencyKey.self] = newValue }
  }
}

struct PlaceholderDependencyKeyTests {
  @Test(arguments: 0..<3)
  func `reading a placeholder without an override reports one issue at the read`(
    repetition: Int
  ) throws {
    let line = #line + 2
    let issues = issues {
      @Dependency(\.currency) var currency
      #expect(currency == "XXX")
      #expect(currency == "XXX")
    }

    let issue = try #require(issues.first)
    #expect(issues.count == 1)
    #expect(issue.site.line == line)
    #expect(issue.kind == .unimplemented(endpoint: "currency"))
    #expect(
      issue.message == """
        currency was read, but is unimplemented here. Override it for this test with $0.currency = \
        "USD", in withDependencies { … } or .dependencies { … }.
        """
    )
  }

  @Test func `the issue of a key without a property names the key type`() {
    let issues = issues {
      @Dependency(BareKey.self) var bare
      #expect(bare == 2)
    }

    #expect(issues.map(\.kind) == [.unimplemented(endpoint: "DependenceTests.BareKey")])
    #expect(
      issues.map(\.message) == [
        """
        DependenceTests.BareKey was read, but is unimplemented here. Override it for this test with \
        $0[BareKey.self] = …, in withDependencies { … } or .dependencies { … }.
        """
      ]
    )
  }

  @Test func `a captured placeholder is reported at the property wrapper`() {
    let line = #line + 2
    let issues = issues {
      @Dependency(\.currency, resolve: .captured) var currency
      _ = currency
    }

    #expect(issues.map(\.site.line) == [line])
  }

  @Test func `replacing or modifying a placeholder in a scope reports no issue`() {
    let issues = issues {
      withDependencies {
        $0.currency = "CHF"
        $0[BareKey.self] += 5
      } operation: {
        @Dependency(\.currency) var currency
        @Dependency(BareKey.self) var bare
        #expect(currency == "CHF")
        #expect(bare == 7)
      }
    }

    #expect(issues.isEmpty)
  }

  @Test(.dependencies { $0[BareKey.self] += 5 })
  func `a trait can modify a placeholder in place`() {
    @Dependency(BareKey.self) var bare

    #expect(bare == 7)
  }

  @Test(.dependencies) func `a preparation can modify a placeholder in place without an issue`() {
    let issues = issues {
      prepareDependencies { $0[BareKey.self] += 5 }
      @Dependency(BareKey.self) var bare
      #expect(bare == 7)
    }

    #expect(issues.isEmpty)
  }

  @Test func `a read after an in-place modification still reports an issue`() {
    let issues = issues {
      withDependencies {
        $0.currency += "!"
      } operation: {
      }
      @Dependency(\.currency) var currency
      _ = currency
    }

    #expect(issues.count == 1)
  }

  @Test(arguments: [DependencyContext.live, .preview])
  func `outside tests, a placeholder key returns its live value`(context: DependencyContext) {
    let issues = issues {
      withDependencies {
        $0.context = context
      } operation: {
        @Dependency(\.currency) var currency
        #expect(currency == "EUR")
      }
    }

    #expect(issues.isEmpty)
  }

  @Test func `a custom test value is returned without an issue`() {
    let issues = issues {
      @Dependency(ChosenKey.self) var chosen
      #expect(chosen == 3)
    }

    #expect(issues.isEmpty)
  }

  @Test func `a key that returns the placeholder of another key reports no issue`() {
    let issues = issues {
      @Dependency(BorrowingKey.self) var borrowed
      #expect(borrowed == "XXX")
    }

    #expect(issues.isEmpty)
  }

  @Test func `a default that reads a placeholder reports an issue without an override`() {
    let issues = issues {
      @Dependency(ReadingKey.self) var reading
      #expect(reading == "in XXX")
      withDependencies {
        $0.currency = "CHF"
      } operation: {
        #expect(reading == "in CHF")
      }
    }

    #expect(issues.map(\.kind) == [.unimplemented(endpoint: "currency")])
  }

  @Test func `concurrent reads of a placeholder report one issue`() async {
    let issues = await issues {
      await withTaskGroup { group in
        for _ in 0..<16 {
          group.addTask {
            @Dependency(\.currency) var currency
            #expect(currency == "XXX")
          }
        }
      }
    }

    #expect(issues.count == 1)
  }
}
