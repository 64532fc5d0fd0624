import Dependence
import DependenceTesting
import TestKeys
import Testing

struct prepareDependenciesTests {
  @Test func `what is prepared takes the place of the default, and overrides win over it`() {
    prepareDependencies {
      $0.number = 10
      $0.text += "!"
    }

    #expect(DependencyValues.current.number == 10)
    #expect(DependencyValues.current.text == "test!")
    withDependencies {
      $0.number = 20
    } operation: {
      #expect(DependencyValues.current.number == 20)
    }
  }

  @Test func `what is prepared holds in every context`() {
    prepareDependencies { $0.number = 10 }

    withDependencies {
      $0.context = .live
    } operation: {
      #expect(DependencyValues.current.number == 10)
    }
  }

  @Test func `the context can be prepared`() {
    prepareDependencies { $0.context = .preview }

    #expect(DependencyValues.current.number == 2)
  }

  @Test(arguments: 0..<20)
  func `every test prepares for itself`(number: Int) {
    prepareDependencies { $0.number = number }

    #expect(DependencyValues.current.number == number)
  }

  @Test(.dependencies { $0.text = "trait" })
  func `a test with a trait can prepare`() {
    prepareDependencies { $0.number = 10 }

    #expect(DependencyValues.current.number == 10)
    #expect(DependencyValues.current.text == "trait")
  }

  @Test func `a second call is ignored and reported`() {
    prepareDependencies { $0.number = 10 }
    let line = #line + 1
    let issues = issues { prepareDependencies { $0.number = 20 } }

    #expect(DependencyValues.current.number == 10)
    #expect(issues.map(\.site.line) == [line])
    #expect(
      issues.map(\.message) == [
        """
        prepareDependencies was called a second time, and was ignored: what the first call \
        installed stays. Install everything in one call at the composition root.
        """
      ]
    )
  }

  @Test func `a call after one of its keys was read is ignored whole and reported`() {
    _ = DependencyValues.current.number
    let issues = issues {
      prepareDependencies {
        $0.number = 10
        $0.text = "prepared"
      }
    }

    #expect(DependencyValues.current.number == 3)
    #expect(DependencyValues.current.text == "test")
    #expect(
      issues.map(\.message) == [
        """
        prepareDependencies was ignored, because TestKeys.NumberKey had already been read: \
        its readers hold the default. Prepare before anything reads a dependency.
        """
      ]
    )
  }

  @Test func `a call that was ignored does not count as the first`() {
    _ = DependencyValues.current.number
    let ignored = issues { prepareDependencies { $0.number = 10 } }
    prepareDependencies { $0.text = "prepared" }

    #expect(ignored.count == 1)
    #expect(DependencyValues.current.text == "prepared")
  }

  @Test func `a call inside withDependencies is ignored and reported`() {
    let issues = issues {
      withDependencies {
        $0.text = "scope"
      } operation: {
        prepareDependencies { $0.number = 10 }
      }
    }

    #expect(DependencyValues.current.number == 3)
    #expect(
      issues.map(\.message) == [
        """
        prepareDependencies was called inside an operation of withDependencies, and was ignored. \
        Assign the overrides in withDependencies, or prepare before the first scope is opened.
        """
      ]
    )
  }

  @Test func `a closure that throws installs nothing`() {
    struct Failure: Error {}

    #expect(throws: Failure.self) {
      try prepareDependencies {
        $0.number = 10
        throw Failure()
      }
    }

    prepareDependencies { $0.text = "prepared" }
    #expect(DependencyValues.current.number == 3)
    #expect(DependencyValues.current.text == "prepared")
  }
}
