import Dependence
import DependenceTesting
import TestKeys
import Testing

private enum LiveOnlyKey: DependencyKey {
  static var liveValue: String { "live" }
}

/// Tests of copies of the `DependencyValues` that the closure of a scope receives.
@Suite(.dependencies) struct AssignedValuesTests {
  @Test func `the closure can read a live value to change a part of it`() {
    let issues = issues {
      withDependencies {
        let values = $0
        $0.text = values[LiveOnlyKey.self] + "!"
      } operation: {
        #expect(DependencyValues.current.text == "live!")
      }
    }
    #expect(issues.isEmpty)
  }

  @Test func `a read from a copy is reported in the operation`() {
    let issues = issues {
      var copy: DependencyValues?
      withDependencies {
        copy = $0
        $0.number = 1
      } operation: {
        #expect(copy?[LiveOnlyKey.self] == "live")
      }
    }
    #expect(issues.count == 1)
  }

  @Test func `a read from a copy is reported after the operation`() {
    let issues = issues {
      var copy: DependencyValues?
      withDependencies {
        copy = $0
      } operation: {
      }
      #expect(copy?[LiveOnlyKey.self] == "live")
    }
    #expect(issues.count == 1)
  }

  @Test func `a read from a copy is reported after an asynchronous closure`() async {
    let issues = await issues {
      let copy = LockBox<DependencyValues?>(nil)
      await withDependencies {
        await Task.yield()
        let values = $0
        copy.withValue { $0 = values }
      } operation: {
        #expect(copy.value?[LiveOnlyKey.self] == "live")
      }
    }
    #expect(issues.count == 1)
  }

  @Test func `a read from a copy of prepared values is reported`() {
    var copy: DependencyValues?
    prepareDependencies { copy = $0 }
    withKnownIssue {
      #expect(copy?[LiveOnlyKey.self] == "live")
    } matching: {
      "\($0)".contains("LiveOnlyKey has no test value")
    }
  }

  @Test func `a closure that throws ends the assignment`() {
    struct Failure: Error {}
    let issues = issues {
      var copy: DependencyValues?
      try? withDependencies {
        copy = $0
        throw Failure()
      } operation: {
      }
      #expect(copy?[LiveOnlyKey.self] == "live")
    }
    #expect(issues.count == 1)
  }
}
