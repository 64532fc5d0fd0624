import Dependence
import DependenceTesting
import TestKeys
import Testing

@Suite(.dependencies)
struct StrictReadsTests {
  @Dependency(\.number) private var number

  @Test func `reading a default is an issue, once for each key`() {
    let line = #line + 1
    @Dependency(\.text) var text
    let found = issues {
      withStrictDependencies {
        #expect(number == 3)
        _ = (text, text, number)
      }
    }

    #expect(
      found.map(\.message) == [
        """
        TestKeys.NumberKey was read without an override, which is an issue in a strict scope. Override \
        it with $0[NumberKey.self] = …, in withDependencies { … } or .dependencies { … }, or pass its \
        key as `except:` to withStrictDependencies or .strictDependencies.
        """,
        """
        TestKeys.TextKey was read without an override, which is an issue in a strict scope. Override \
        it with $0[TextKey.self] = …, in withDependencies { … } or .dependencies { … }, or pass its \
        key as `except:` to withStrictDependencies or .strictDependencies.
        """,
      ]
    )
    #expect(found.last?.site.line == line)
  }

  @Test func `an issue names the property of a dependency whose key users cannot name`() {
    let found = issues {
      withStrictDependencies { _ = DependencyValues.current.continuousClock }
    }

    #expect(found.count == 1)
    #expect(found.first?.message.hasPrefix("Dependence.continuousClock was read") == true)
    #expect(found.first?.message.contains("$0.continuousClock = …") == true)
    #expect(found.first?.message.contains("except:") == false)
  }

  @Test func `a strict scope accepts overrides and prepared values`() {
    let found = issues {
      prepareDependencies { $0.text = "prepared" }
      withDependencies {
        $0.number = 5
      } operation: {
        withStrictDependencies {
          @Dependency(\.text) var text
          #expect((number, text) == (5, "prepared"))
        }
      }
    }

    #expect(found.isEmpty)
  }

  @Test func `a key passed as except can be read`() {
    let found = issues { withStrictDependencies(except: NumberKey.self) { #expect(number == 3) } }

    #expect(found.isEmpty)
  }

  @Test func `in nested strict scopes, only the innermost one decides`() {
    @Dependency(\.text) var text
    let found = issues {
      withStrictDependencies {
        withStrictDependencies(except: NumberKey.self) {
          #expect(number == 3)
          _ = text
        }
        #expect(number == 3)
        _ = text
      }
    }

    #expect(
      found.map { $0.message.prefix { $0 != " " } } == ["TestKeys.TextKey", "TestKeys.NumberKey"]
    )
  }

  @Test func `a default that another default reads is not reported separately`() {
    let found = issues {
      withStrictDependencies {
        @Dependency(SumKey.self) var sum
        #expect(sum == 6)
      }
    }

    #expect(found.count == 1)
    #expect(found.first?.message.contains("SumKey") == true)
  }

  @Test func `built-in defaults that are valid in tests are not reported`() {
    let found = issues {
      withStrictDependencies {
        _ = Dependency(\.fireAndForget).wrappedValue
        _ = Dependency(\.context).wrappedValue
        _ = Dependency(\.assert).wrappedValue
      }
    }

    #expect(found.isEmpty)
  }

  @Test func `a placeholder read in a strict scope reports only one issue`() {
    let found = issues {
      withStrictDependencies { _ = Dependency(PlaceholderKey.self).wrappedValue }
    }

    #expect(found.count == 1)
  }

  @Test func `modifying a default in place does not count as a read`() {
    let found = issues {
      withStrictDependencies {
        withDependencies {
          $0.number += 1
        } operation: {
          #expect(number == 4)
        }
      }
    }

    #expect(found.isEmpty)
  }

  @Test func `strictness is inherited and captured, and ends with its scope`() async {
    let found = await issues {
      _ = number
      await withStrictDependencies {
        async let child = number
        _ = await child
        let scope = captureDependencies()
        await Task.detached { scope.run { _ = Dependency(\.text).wrappedValue } }.value
      }
      _ = number
    }

    #expect(found.count == 2)
  }

  @Test(arguments: [("1", true), ("0", false), ("yes", false)])
  func `DEPENDENCE_STRICT makes a test process strict`(value: String, isStrict: Bool) {
    let process = ProcessContext(
      environment: { $0 == "DEPENDENCE_STRICT" ? value : nil },
      arguments: ["xctest"]
    )
    let app = ProcessContext(
      environment: { $0 == "DEPENDENCE_STRICT" ? value : nil },
      arguments: ["app"]
    )

    #expect(process.isStrict == isStrict)
    #expect(!app.isStrict)
    #expect(
      process.configurationError
        == (value != "yes"
          ? nil
          : """
          The environment variable DEPENDENCE_STRICT is "yes", which is neither 1 nor 0, so it was \
          ignored and this process is not strict. Set it to 1 or 0, or unset it.
          """)
    )
  }
}

private enum PlaceholderKey: PlaceholderDependencyKey {
  static var liveValue: Int { 0 }
  static var placeholder: Int { 1 }
}

private enum SumKey: DependencyKey {
  static var liveValue: Int { 0 }
  static var testValue: Int { Dependency(\.number).wrappedValue + 3 }
}
