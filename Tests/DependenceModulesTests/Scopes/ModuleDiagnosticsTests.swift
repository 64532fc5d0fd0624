import DependenceHarness
import DependenceModules
import DependenceTesting
import TestKeys
import Testing

struct ModuleDiagnosticsTests {
  private static let line = #line + 1
  @Dependency(\.service) private var service: Service
  @Inject private var module: any ServiceType

  @Test func `a strict scope reports a property without an override once`() {
    let found = issues {
      withStrictDependencies {
        _ = (service, service)
      }
    }

    #expect(
      found.map(\.message) == [
        """
        \(SlotNames.service) was read without an override, which is an issue in a strict scope. Override \
        it with $0[\\.…] = …, in withDependencies { … } or .dependencies { … }.
        """
      ]
    )
    #expect(found.map(\.site.line) == [Self.line])
  }

  @Test func `a strict scope reports the defaults that a module reads to create its value`() {
    let found = issues {
      withStrictDependencies {
        withDependencies {
          $0.register {
            Module { () -> any ServiceType in
              _ = Dependency(\.number).wrappedValue
              return Service()
            }
          }
        } operation: {
          _ = module
        }
      }
    }

    #expect(found.count == 1)
    #expect(found.first?.message.contains("NumberKey was read without an override") == true)
  }

  @Test func `a strict scope accepts modules, assigned values and overrides`() {
    let found = issues {
      withDependencies {
        $0.register { Module { Service() as any ServiceType } }
        $0[\.cart] = Cart()
      } operation: {
        withStrictDependencies {
          _ = module
          _ = DependencyValues.current[\.cart]
        }
      }
      prepareDependencies(Dependencies { Module(\.clock) { Token() } })
      Dependencies.override(\.contextual) { Service() }
      withStrictDependencies {
        _ = DependencyValues.current[\.clock]
        _ = DependencyValues.current[\.contextual]
      }
    }

    #expect(found == [])
  }

  @Test func `an unread module and an unread value are reported as unused overrides`() {
    let overrides = UnusedOverrides(askedForAt: SourceSite())
    let line = #line + 2
    Frame.bind(Frame.current.observed(by: overrides)) {
      withDependencies {
        $0.register {
          Module { Service() as any ServiceType }
          Module { First() }
        }
        $0[module: Second.self, named: "2"] = Second()
        $0[\.service] = Service()
      } operation: {
        _ = module
        _ = service
      }
    }

    let found = overrides.finish(Frame.current.root)

    #expect(
      found.map(\.message) == [
        """
        The override of Second named "2" ([module: Second.self, named: "2"]) at \
        DependenceModulesTests/ModuleDiagnosticsTests.swift:\(line) was never read. Remove it, or move \
        it to the tests that need it.
        """,
        """
        The override of First ([module: First.self]) at \
        DependenceModulesTests/ModuleDiagnosticsTests.swift:\(line) was never read. Remove it, or move \
        it to the tests that need it.
        """,
      ]
    )
  }

  @Test func `an override for the whole test that nothing reads is reported as unused`() {
    let overrides = UnusedOverrides(askedForAt: SourceSite())
    let line = #line + 3
    Frame.bind(Frame.current.observed(by: overrides)) {
      Dependencies.override(\.service) { Service() }
      Dependencies.override(First.self) { First() }
      _ = service
    }

    let found = overrides.finish(Frame.current.root)

    #expect(
      found.map(\.message) == [
        """
        The override of First ([module: First.self]) at \
        DependenceModulesTests/ModuleDiagnosticsTests.swift:\(line) was never read. Remove it, or move \
        it to the tests that need it.
        """
      ]
    )
  }

  @Test func `a trace shows where a dependency was overridden for the whole test`() {
    let trace = TraceRecorder(of: "the test", at: SourceSite())
    let line = #line + 2
    Frame.bind(Frame.current.observed(by: trace)) {
      Dependencies.override(First.self) { First() }
      _ = DependencyValues.current[module: First.self]
    }

    #expect(
      trace.text.contains(
        "First: overridden at DependenceModulesTests/ModuleDiagnosticsTests.swift:\(line);"
      )
    )
  }

  @Test func `a module created before the observation is not reported as unused`() {
    withDependencies(Dependencies { Module { Service() as any ServiceType } }) {
      _ = module
      let overrides = UnusedOverrides(askedForAt: SourceSite())
      Frame.bind(Frame.current.observed(by: overrides)) { _ = module }

      #expect(overrides.finish(Frame.current.root) == [])
    }
  }

  @Test func `a trace lists each read with its locations and the source of its value`() {
    let trace = TraceRecorder(of: "the test", at: SourceSite())
    let line = #line + 2
    Frame.bind(Frame.current.observed(by: trace)) {
      withDependencies {
        $0.register { Module { Service() as any ServiceType } }
        $0[module: First.self] = First()
      } operation: {
        _ = (module, module)
        _ = DependencyValues.current[module: First.self]
        _ = DependencyValues.current[\.cart]
      }
    }

    let file = "DependenceModulesTests/ModuleDiagnosticsTests.swift"
    #expect(
      trace.text == """
        the test read and called these dependencies, in order:
        1. any ServiceType: overridden at \(file):\(line); read at \(file):\(Self.line + 1), 2 times
        2. First: overridden at \(file):\(line); read at \(file):\(line + 5)
        3. \(SlotNames.service): default; read at \(Cart.site), by another \
        default
        4. \(SlotNames.cart): default; read at \(file):\(line + 6)

        """
    )
  }

  @Test func `a read after the end of its test is reported`() {
    let recorder = IssueRecorder()
    let root = DependencyRoot(owner: Frame.current.root.owner, part: "a part")
    let frame = Frame.bind(RootFrame(root)) { withIssueReporter(recorder) { Frame.current } }
    root.close()

    Frame.bind(frame) { _ = (service, service) }

    #expect(recorder.issues.map(\.kind) == [.lateRead])
    #expect(
      recorder.messages.first?.hasPrefix("\(SlotNames.service) was read in the scope") == true
    )
  }

  @Test func `preparing a property that was already read reports an issue`() {
    _ = service
    let found = issues { prepareDependencies(Dependencies { Module(\.service) { Service() } }) }

    #expect(
      found.map(\.message) == [
        """
        prepareDependencies was ignored, because \(SlotNames.service) had already been read with a \
        default value. Call it before any code reads a dependency.
        """
      ]
    )
  }

  @Test(.reportUnusedOverrides, .modules { Module { Service() as any ServiceType } })
  func `a module registered by a trait counts as used once it is read`() {
    _ = module
  }
}
