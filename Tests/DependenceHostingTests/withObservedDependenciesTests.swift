import Dependence
import DependenceHosting
import DependenceTesting
import Observation
import TestKeys
import Testing

struct withObservedDependenciesTests {
  @Test @MainActor func `withObservedDependencies returns the result of its closure`() {
    let number = withObservedDependencies {
      $0.number
    } onChange: {
    }

    #expect(number == 3)
  }

  @Test(.dependencies { $0.account = Account() }) @MainActor
  func `onChange runs once and sees the values after the changes`() async {
    @Dependency(\.account) var account
    let (names, changed) = AsyncStream.makeStream(of: String.self)

    withObservedDependencies {
      $0.account.name
    } onChange: {
      changed.yield(DependencyValues.current.account.name)
    }
    account.name = "Anna"
    account.name = "Berta"
    var heard: [String] = []
    for await name in names {
      heard.append(name)
      // If the second change also called `onChange`, that call was enqueued before this task and
      // therefore yields its name first.
      await Task { @MainActor in changed.finish() }.value
    }

    #expect(heard == ["Berta"])
  }

  @Test(.dependencies { $0.account = Account() }) @MainActor
  func `a change of an unread property does not call onChange`() async {
    @Dependency(\.account) var account

    await confirmation(expectedCount: 0) { said in
      withObservedDependencies {
        $0.account.name
      } onChange: {
        said()
      }
      account.visits += 1
      await Task { @MainActor in }.value
    }
  }

  @Test(.dependencies { $0.account = Account() }) @MainActor
  func `observing again in onChange reports every change`() async {
    @Dependency(\.account) var account
    let (names, changed) = AsyncStream.makeStream(of: String.self)
    @MainActor func observe() {
      let name = withObservedDependencies {
        $0.account.name
      } onChange: {
        observe()
      }
      changed.yield(name)
    }

    observe()
    var heard: [String] = []
    for await name in names {
      heard.append(name)
      if heard.count == 4 { break }
      account.name += "!"
    }

    #expect(heard == ["", "!", "!!", "!!!"])
  }

  @Test(.dependencies { $0.account = Account() }) @MainActor
  func `onChange runs in the observer's scope even if another scope makes the change`() async {
    @Dependency(\.account) var account
    let (texts, changed) = AsyncStream.makeStream(of: String.self)

    withDependencies {
      $0.text = "observer"
    } operation: {
      _ = withObservedDependencies {
        $0.account.name
      } onChange: {
        MainActor.assertIsolated()
        changed.yield(DependencyValues.current.text)
      }
    }
    let scope = captureDependencies()
    await Task.detached { [account] in
      scope.run {
        withDependencies {
          $0.text = "mutator"
        } operation: {
          account.name = "Anna"
        }
      }
    }.value

    var heard = texts.makeAsyncIterator()
    #expect(await heard.next() == "observer")
  }
}

/// An observable class. It is not checked for `Sendable`, because only one task at a time changes
/// its properties, and the test awaits this task.
@Observable private final class Account: @unchecked Sendable {
  var name = ""
  var visits = 0
}

extension DependencyValues {
  fileprivate var account: Account {
    get { self[AccountKey.self] }
    set { self[AccountKey.self] = newValue }
  }
}

private enum AccountKey: DependencyKey {
  static let liveValue = Account()
  static var testValue: Account { Account() }
}
