import DependenceMacros
import DependenceTesting
import TestKeys
import Testing

private protocol Speaker: Sendable {
  func speak() -> String
}

private struct Dog: Speaker {
  func speak() -> String { "woof" }
}

private enum SpeakerKey: DependencyKey {
  static var liveValue: any Speaker { Dog() }
  static var testValue: any Speaker { Dog() }
}

private struct Pass: Sendable {
  static let live = Pass(name: "live")

  var name: String
}

extension DependencyValues {
  @DependencyEntry(test: 2) fileprivate var `number of retries`: Int = 1
  @DependencyEntry(preview: 2, test: 3) fileprivate var count: Int = 1
  @DependencyEntry(preview: "preview") fileprivate var caption = "live"
  @DependencyEntry(test: Pass(name: "test")) fileprivate var pass = Pass.live
  @DependencyEntry(test: Int?.none) fileprivate var maybe: Int? = 1
  @DependencyEntry(test: #line) fileprivate var line: Int = #line
  @DependencyEntry(test: fatalError()) fileprivate var parity: Int = if 3 > 2 { 1 } else { 2 }
  @DependencyEntry fileprivate var speaker: any Speaker
  #if DEBUG || !DEBUG
  @DependencyEntry(test: 1) fileprivate var `default`: Int = 1
  #endif
}

struct DependencyEntryTests {
  @Test func `the name of an entry can be a raw identifier`() {
    @Dependency(\.`number of retries`) var retries

    #expect(retries == 2)
  }

  @Test func `the value of an entry can be a compiler literal or an 'if' expression`() {
    let (line, parity) = withDependencies {
      $0.context = .live
    } operation: {
      (DependencyValues.current.line, DependencyValues.current.parity)
    }

    #expect(line > 0)
    #expect(parity == 1)
  }

  @Test(arguments: [
    (DependencyContext.live, 1, "live", "live"),
    (.preview, 2, "preview", "test"),
    (.test, 3, "live", "test"),
  ])
  func `an entry has a default for each context`(
    context: DependencyContext,
    count: Int,
    caption: String,
    token: String
  ) {
    withDependencies {
      $0.context = context
    } operation: {
      let values = DependencyValues.current

      #expect(values.count == count)
      #expect(values.pass.name == token)
      if context != .test { #expect(values.caption == caption) }
    }
  }

  @Test func `an inherited entry uses the scope of its owner unless it is overridden`() {
    let count = withDependencies {
      $0.count = 7
    } operation: {
      Dependency(\.count, resolve: .inherited)
    }

    #expect((count.wrappedValue, count.wrappedValue) == (7, 7))
    withDependencies {
      $0.count = 8
    } operation: {
      #expect(count.wrappedValue == 8)
    }
  }

  @Test func `reading an entry without a test value in a test reports an issue`() {
    let issues = issues { _ = DependencyValues.current.caption }

    #expect(issues.count == 1)
  }

  @Test(.dependency(\.count, 4), .dependency(\.maybe, 5))
  func `an entry can be overridden`() {
    @Dependency(\.count) var count
    @Dependency(\.maybe) var maybe

    #expect(count == 4)
    #expect(maybe == 5)
    withDependencies {
      $0.count += 1
      $0.maybe = nil
      $0.default = 2
    } operation: {
      #expect(count == 5)
      #expect(maybe == nil)
      #expect(DependencyValues.current.default == 2)
    }
  }

  @Test func `an entry without a value uses the key that is named after its type`() {
    #expect(DependencyValues.current.speaker.speak() == "woof")
    #expect(DependencyValues.current[SpeakerKey.self].speak() == "woof")
  }
}
