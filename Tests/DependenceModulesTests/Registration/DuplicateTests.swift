import DependenceModules
import DependenceTesting
import TestKeys
import Testing

struct DuplicateTests {
  private static let line = #line + 2
  private static let modules = Dependencies {
    Module { Service("first") as any ServiceType }
    Module { Service("second") as any ServiceType }
    Module("other") { Service("third") as any ServiceType }
  }

  private static let message = """
    any ServiceType is registered twice in one list: at \
    DependenceModulesTests/DuplicateTests.swift:\(line) and at \
    DependenceModulesTests/DuplicateTests.swift:\(line + 1). The second registration is used. Remove one \
    of them, or give one of them a name.
    """

  @Test func `binding a list with a duplicate registration reports an issue`() {
    let found = issues {
      withDependencies(Self.modules) {
        #expect(DependencyValues.current[module: (any ServiceType).self].text == "second")
      }
    }

    #expect(found.map(\.message) == [Self.message])
    #expect(found.map(\.site.line) == [Self.line + 1])
  }

  @Test func `preparing a list with a duplicate registration reports an issue`() {
    let found = issues { prepareDependencies(Self.modules) }

    #expect(found.map(\.message) == [Self.message])
    #expect(DependencyValues.current[module: (any ServiceType).self].text == "second")
  }

  @Test func `registering a type again in an inner scope reports no issue`() {
    let found = issues {
      withDependencies(Dependencies { Module { Service("outer") as any ServiceType } }) {
        withDependencies {
          $0.register { Module { Service("inner") as any ServiceType } }
        } operation: {
          #expect(DependencyValues.current[module: (any ServiceType).self].text == "inner")
        }
      }
    }

    #expect(found == [])
  }
}
