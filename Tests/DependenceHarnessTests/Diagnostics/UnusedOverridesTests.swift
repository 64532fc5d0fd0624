import Dependence
import DependenceHarness
import TestKeys
import Testing

struct UnusedOverridesTests {
  private let root = DependencyRoot(owner: SilentOwner())
  private let overrides = UnusedOverrides(askedForAt: SourceSite())
  @Dependency(\.number) private var number

  init() {
    root.add(overrides)
  }

  @Test func `an override that is never read is reported at its scope`() throws {
    let line = #line + 2
    watched {
      withDependencies {
        $0.number = 5
      } operation: {
      }
    }

    let report = try #require(root.finishAudits())

    #expect(
      report.message == """
        The override of TestKeys.NumberKey ([NumberKey.self]) at \(report.site) was never read. Remove \
        it, or move it to the tests that need it.
        """
    )
    #expect(report.site.line == line)
    #expect(report.kind == .leftover)
  }

  @Test func `an override that is read is not reported`() {
    watched {
      withDependencies {
        $0.number = 5
      } operation: {
        _ = number
      }
    }

    #expect(root.finishAudits() == nil)
  }

  @Test func `an override of the context is not reported, because it determines defaults`() {
    watched {
      withDependencies {
        $0.context = .preview
      } operation: {
        _ = number
      }
    }

    #expect(root.finishAudits() == nil)
  }

  @Test func `an override that a default reads is not reported`() {
    watched {
      withDependencies {
        $0.number = 5
      } operation: {
        _ = Dependency(NextKey.self).wrappedValue
      }
    }

    #expect(root.finishAudits() == nil)
  }

  @Test func `an override that an inner override builds on is not reported`() {
    watched {
      withDependencies {
        $0.number = 5
      } operation: {
        withDependencies {
          $0.number += 1
        } operation: {
          #expect(number == 6)
        }
      }
    }

    #expect(root.finishAudits() == nil)
  }

  @Test func `changing a part of an outer override does not count as reading it`() throws {
    let line = #line + 2
    watched {
      withDependencies {
        $0.number = 5
      } operation: {
        withDependencies {
          $0.number += 1
          $0.number += 1
        } operation: {
        }
      }
    }

    let report = try #require(root.finishAudits())

    #expect(report.message.contains("UnusedOverridesTests.swift:\(line):"), "\(report.message)")
    #expect(report.message.contains("UnusedOverridesTests.swift:\(line + 3):"))
  }

  @Test func `an override that the override of another dependency reads is not reported`() {
    watched {
      withDependencies {
        $0.number = 5
      } operation: {
        withDependencies {
          $0.text = "\($0.number)"
        } operation: {
          _ = Dependency(\.text).wrappedValue
        }
      }
    }

    #expect(root.finishAudits() == nil)
  }

  @Test func `a lifetime that is measured with a clock counts as reading the clock`() throws {
    let line = #line + 6
    watched {
      withDependencies {
        $0.continuousClock = TestClock()
      } operation: {
        _ = KeptInstance(1, lifetime: .timeToLive(.seconds(1)))
        withDependencies {
          $0.continuousClock = TestClock()
        } operation: {
        }
      }
    }

    let report = try #require(root.finishAudits())

    #expect(report.site.line == line)
    #expect(report.message.hasPrefix("The override of"), "\(report.message)")
  }

  @Test func `an inner override that is never read is reported`() throws {
    let line = #line + 6
    watched {
      withDependencies {
        $0.number = 5
      } operation: {
        _ = number
        withDependencies {
          $0.number = 6
        } operation: {
        }
      }
    }

    #expect(try #require(root.finishAudits()).site.line == line)
  }

  @Test func `reading the default outside the scope does not count as reading the override`() {
    watched {
      withDependencies {
        $0.number = 5
      } operation: {
      }
      #expect(number == 3)
    }

    #expect(root.finishAudits() != nil)
  }

  @Test func `several assignments to one dependency in a scope count as one override`() throws {
    watched {
      withDependencies {
        $0.number = 5
        $0.number += 1
      } operation: {
      }
    }

    #expect(try #require(root.finishAudits()).message.hasPrefix("The override of"))
  }

  @Test func `an override made before the audit began is reported with its location`() throws {
    let site = SourceSite()
    let bottom = RootFrame(root)
    ScopeLayer.enter(over: bottom, at: site, { $0.text = "unread" }) {
      Frame.bind(Frame.current.observed(by: overrides)) {}
    }

    #expect(try #require(root.finishAudits()).site == site)
  }

  @Test func `unused overrides are not reported for a test that ended early`() {
    watched {
      withDependencies {
        $0.number = 5
      } operation: {
      }
    }

    root.noteEarlyEnd()

    #expect(root.finishAudits() == nil)
  }

  private func watched(_ operation: () -> Void) {
    Frame.bind(RootFrame(root).observed(by: overrides), operation)
  }
}

private enum NextKey: DependencyKey {
  static var liveValue: Int { 0 }
  static var testValue: Int { Dependency(\.number).wrappedValue + 1 }
}
