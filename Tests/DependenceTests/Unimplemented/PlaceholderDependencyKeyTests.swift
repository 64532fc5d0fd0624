import Dependence
import DependenceTesting
import TestKeys
import Testing

private enum CurrencyKey: PlaceholderDependencyKey {
  static var liveValue: String { "EUR" }
  // Stored: computed for the first test only, while every test is told.
  static let placeholder = "XXX"
  static var property: String? { "currency" }
  static var example: String { "\"USD\"" }
}

/// A key as short as it can be.
private enum BareKey: PlaceholderDependencyKey {
  static var liveValue: Int { 1 }
  static var placeholder: Int { 2 }
}

private enum ChosenKey: PlaceholderDependencyKey {
  static var liveValue: Int { 1 }
  static var placeholder: Int { 2 }
  static var testValue: Int { 3 }
}

/// Takes over the placeholder of another key.
private enum BorrowingKey: DependencyKey {
  static var liveValue: String { CurrencyKey.liveValue }
  static var testValue: String { CurrencyKey.testValue }
}

/// Reads another key, and so needs what that one needs.
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
  func `a test that did not choose gets the placeholder and one issue, at the read`(
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

  @Test func `a key without a property is overridden by its type`() {
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

  @Test func `a value that was captured for later is an issue where it was captured`() {
    let line = #line + 2
    let issues = issues {
      @Dependency(\.currency, resolve: .captured) var currency
      _ = currency
    }

    #expect(issues.map(\.site.line) == [line])
  }

  @Test func `assigning to it, and through it, reports nothing`() {
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
  func `a trait may assign through it`() {
    @Dependency(BareKey.self) var bare

    #expect(bare == 7)
  }

  @Test(.dependencies) func `preparing through it reports nothing`() {
    let issues = issues {
      prepareDependencies { $0[BareKey.self] += 5 }
      @Dependency(BareKey.self) var bare
      #expect(bare == 7)
    }

    #expect(issues.isEmpty)
  }

  @Test func `a read after an assignment through it still reports`() {
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
  func `outside tests it is the live value`(context: DependencyContext) {
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

  @Test func `a test value of the key's own is used without a word`() {
    let issues = issues {
      @Dependency(ChosenKey.self) var chosen
      #expect(chosen == 3)
    }

    #expect(issues.isEmpty)
  }

  @Test func `a key that takes the placeholder over has chosen it`() {
    let issues = issues {
      @Dependency(BorrowingKey.self) var borrowed
      #expect(borrowed == "XXX")
    }

    #expect(issues.isEmpty)
  }

  @Test func `a default that reads it needs the override too`() {
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

  @Test func `threads that read it at once get one issue`() async {
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
