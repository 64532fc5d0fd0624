import Dependence
import DependenceTesting
import TestKeys
import Testing

struct prepareDependenciesTests {
  @Test func `a prepared value replaces the default, and overrides win over it`() {
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

  @Test func `a prepared value applies in every context`() {
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
  func `preparations are isolated between test cases`(number: Int) {
    prepareDependencies { $0.number = number }

    #expect(DependencyValues.current.number == number)
  }

  @Test(.dependencies { $0.text = "trait" })
  func `a test with a dependencies trait can prepare values`() {
    prepareDependencies { $0.number = 10 }

    #expect(DependencyValues.current.number == 10)
    #expect(DependencyValues.current.text == "trait")
  }

  @Test func `the last assignment of a preparation wins`() {
    prepareDependencies {
      $0.number = 20
      $0.text = "between"
      $0.number = 21
    }

    #expect(DependencyValues.current.number == 21)
    #expect(DependencyValues.current.text == "between")
  }

  @Test func `a second call is ignored and reported`() {
    let line = #line + 1
    prepareDependencies { $0.number = 10 }
    let issues = issues { prepareDependencies { $0.number = 20 } }

    #expect(DependencyValues.current.number == 10)
    #expect(issues.map(\.site.line) == [line + 1])
    #expect(
      issues.map(\.message) == [
        """
        prepareDependencies was ignored, because it was already called at \
        DependenceTests/prepareDependenciesTests.swift:\(line). Move the assignments of this call into \
        that call.
        """
      ]
    )
  }

  @Test func `prepareDependencies returns the result of its closure`() throws {
    let numbers = prepareDependencies {
      $0.number = 10
      return [$0.number]
    }

    #expect(numbers == [10])
    #expect(DependencyValues.current.number == 10)
  }

  @Test func `a second closure with a result runs but installs nothing`() {
    prepareDependencies { $0.number = 10 }
    var number = 0
    var isRun = false
    let issues = issues {
      number = prepareDependencies {
        $0.number += 20
        return $0.number
      }
      prepareDependencies { _ in isRun = true }
    }

    #expect(number == 30)
    #expect(!isRun)
    #expect(DependencyValues.current.number == 10)
    #expect(issues.count == 2)
  }

  @MainActor @Test func `a non-Sendable result is returned in the isolation of the caller`() {
    final class Model { var number = 1 }
    let model = Model()

    let same = prepareDependencies {
      model.number = 2
      $0.number = model.number
      return model
    }

    #expect(same === model)
    #expect(DependencyValues.current.number == 2)
  }

  @Test func `a call after a read of one of its keys is ignored entirely and reported`() {
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
        prepareDependencies was ignored, because TestKeys.NumberKey had already been read with a \
        default value. Call it before any code reads a dependency.
        """
      ]
    )
  }

  @Test func `the context cannot be prepared after it has been read`() {
    #expect(Dependency(\.context).wrappedValue == .test)
    let issues = issues { prepareDependencies { $0.context = .preview } }

    #expect(DependencyValues.current.context == .test)
    #expect(issues.count == 1)
    #expect(issues.first?.message.contains("Dependence.context had already been read") == true)
  }

  @Test func `an ignored call that returns a value still calls its closure`() {
    _ = DependencyValues.current.number
    var result: Any?
    _ = issues {
      withDependencies {
        $0.text = "override"
      } operation: {
        result = prepareDependencies(.values, at: SourceSite()) { _ -> Any in 7 }
      }
    }

    #expect(result as? Int == 7)
  }

  @Test func `an ignored call does not count as the first call`() {
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
        prepareDependencies was ignored, because it was called inside an operation of withDependencies. \
        Assign the values in withDependencies instead, or call prepareDependencies before the first \
        withDependencies.
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

  @Test func `a call in a detached task is ignored and reported`() async {
    let (reported, number) = await Task.detached {
      let found = issues { prepareDependencies { $0.number = 10 } }
      return (found, DependencyValues.current.number)
    }.value

    #expect(number == 3)
    #expect(
      reported.map(\.message) == [
        """
        prepareDependencies was ignored, because it was called outside all tests, for example in a \
        detached task or between two tests, as in a class method setUp of XCTest. It would have \
        changed the dependencies of the whole process. Call it in the task of the test or in its \
        setup, or run it in the scope of the test with captureDependencies().
        """
      ]
    )
  }

  @Test func `a call on another thread in the scope of the test takes effect`() async {
    let scope = captureDependencies()
    await Task.detached {
      scope.run { prepareDependencies { $0.number = 10 } }
    }.value

    #expect(DependencyValues.current.number == 10)
  }
}
