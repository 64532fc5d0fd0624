import Dependence
import DependenceHarness
import TestKeys
import Testing

struct AssignmentTests {
  @Test func `the key of a property is found only if its setter sets exactly one key`() {
    withDependencies {
      $0.text = "an override around it"
    } operation: {
      #expect(DependencyValues.key(setBy: \.number, to: 1)?.name == "TestKeys.NumberKey")
      #expect(DependencyValues.key(setBy: \.both, to: 1) == nil)
      #expect(DependencyValues.key(setBy: \.neither, to: 1) == nil)
    }
  }

  @Test func `assigning part of a value ignores unimplemented reads, not other issues`() {
    let found = issues {
      var values = DependencyValues.current
      values.assign(1, to: \.complaining.first)
      #expect(values.number == 1)
    }

    #expect(found.map(\.message) == ["complaint"])
  }
}

private struct Pair: Sendable {
  var first: Int
}

extension DependencyValues {
  fileprivate var both: Int {
    get { number }
    set {
      number = newValue
      text = "\(newValue)"
    }
  }

  fileprivate var neither: Int {
    get { number }
    set {}
  }

  fileprivate var complaining: Pair {
    get {
      reportIssue("complaint")
      return Pair(first: Dependence.unimplemented("complaining", placeholder: 0))
    }
    set { number = newValue.first }
  }
}
