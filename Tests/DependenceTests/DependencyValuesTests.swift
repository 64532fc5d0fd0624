import Dependence
import DependenceTesting
import TestKeys
import Testing

struct DependencyValuesTests {
  @Test func `copies of dependency values share no state`() {
    var first = DependencyValues()
    first.number = 10

    var second = first
    second.number = 20
    second.text = "second"

    #expect(first.number == 10)
    #expect(first.text == "test")
    #expect(second.number == 20)
    #expect(second.text == "second")
  }

  @Test func `new dependency values start from defaults and not from the current scope`() {
    withDependencies {
      $0.number = 10
    } operation: {
      #expect(DependencyValues().number == 3)
      #expect(DependencyValues.current.number == 10)
    }
  }

  @Test func `the current values are those of the scope`() {
    let current = withDependencies {
      $0.number = 10
    } operation: {
      DependencyValues.current
    }

    #expect(current.number == 10)
    #expect(DependencyValues.current.number == 3)
  }

  @Test func `a snapshot restores its overrides and hides later ones`() {
    let snapshot = withDependencies {
      $0.number = 10
    } operation: {
      DependencyValues.current.snapshot()
    }

    withDependencies {
      $0.number = 20
      $0.text = "elsewhere"
    } operation: {
      withSnapshotDependencies(snapshot) {
        #expect(DependencyValues.current.number == 10)
        #expect(DependencyValues.current.text == "test")
      }
    }
  }

  @Test func `a snapshot without overrides hides the overrides of the current scope`() {
    let snapshot = DependencyValues.current.snapshot()

    withDependencies {
      $0.number = 20
    } operation: {
      withSnapshotDependencies(snapshot) {
        #expect(DependencyValues.current.number == 3)
      }
    }
  }

  @Test func `a snapshot shares the cached defaults of its test`() async {
    let token = DependencyValues.current.token
    let snapshot = DependencyValues.current.snapshot()

    let detached = await Task.detached {
      withSnapshotDependencies(snapshot) { DependencyValues.current.token }
    }.value

    #expect(detached === token)
  }
}
