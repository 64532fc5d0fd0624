import Dependence
import DependenceHarness
import DependenceTesting
import TestKeys
import Testing

@Suite(.dependencies)
struct DependencyTraceTests {
  private let trace = TraceRecorder(of: "pays()", at: SourceSite())

  @Test func `it lists reads in order, with their source and place`() {
    let site = SourceSite()
    @Dependency(\.number) var number
    @Dependency(\.text) var text
    @Dependency(NestedKey.self) var nested
    prepareDependencies { $0.text = "prepared" }

    Frame.bind(ObserverFrame(trace, over: .current)) {
      withDependencies {
        $0.number = 5
      } operation: {
        _ = (number, text, nested, number)
      }
    }

    #expect(
      trace.text == """
        pays() read and called these dependencies, in order:
        1. TestKeys.NumberKey: overridden at \(site.fileID):\(site.line + 7); read at \
        \(site.fileID):\(site.line + 1), 2 times
        2. TestKeys.TextKey: prepared; read at \(site.fileID):\(site.line + 2)
        3. TestKeys.TextKey: prepared; read at \(site.fileID):\(NestedKey.line), by another default
        4. DependenceHarnessTests.NestedKey: default; read at \(site.fileID):\(site.line + 3)

        """
    )
  }

  @Test func `a place that is read directly, and by a default, stands there twice`() {
    Frame.bind(ObserverFrame(trace, over: .current)) {
      _ = (readNumber(), Dependency(ReadingKey.self).wrappedValue, readNumber())
    }

    let lines = trace.text.split(separator: "\n").filter { $0.contains("NumberKey") }
    #expect(lines.count == 2)
    #expect(lines.map { $0.contains("by another default") } == [false, true])
    #expect(lines.first?.hasSuffix(", 2 times") == true)
  }

  @Test func `a place that reads a default, and an override, stands there twice`() {
    Frame.bind(ObserverFrame(trace, over: .current)) {
      _ = readNumber()
      withDependencies {
        $0.number = 5
      } operation: {
        _ = readNumber()
      }
    }

    let lines = trace.text.split(separator: "\n").dropFirst()
    #expect(lines.map { $0.contains(": default; read at") } == [true, false])
    #expect(lines.map { $0.contains(": overridden at") } == [false, true])
  }

  @Test func `two dependencies of one place stand there one after the other`() {
    Frame.bind(ObserverFrame(trace, over: .current)) {
      let values = DependencyValues.current
      _ = (values[NumberKey.self, line: 1, column: 1], values[TextKey.self, line: 1, column: 1])
    }

    let lines = trace.text.split(separator: "\n").dropFirst()
    #expect(lines.map { $0.prefix(22) } == ["1. TestKeys.NumberKey:", "2. TestKeys.TextKey: d"])
  }

  @Test func `configuring is not reading`() {
    Frame.bind(ObserverFrame(trace, over: .current)) {
      withDependencies {
        $0.number += 1
      } operation: {
      }
    }

    #expect(trace.text == "pays() read no dependencies.\n")
  }

  @Test func `what outlives the watched scope is still watched, and safe`() {
    let continuation = Frame.bind(ObserverFrame(trace, over: .current)) {
      Dependency(CaptureKey.self).wrappedValue
    }

    continuation.run { _ = Dependency(\.number).wrappedValue }

    #expect(trace.text.contains("TestKeys.NumberKey: default"))
  }

  @Test(arguments: [(1_000, nil), (1_001, "and 1 more."), (1_010, "and 10 more.")])
  func `it does not grow without bounds`(count: UInt, rest: Substring?) {
    Frame.bind(ObserverFrame(trace, over: .current)) {
      for line in 0..<count { _ = DependencyValues.current[NumberKey.self, line: line] }
    }

    let lines = trace.text.split(separator: "\n")
    #expect(lines.dropFirst().prefix { $0.contains("NumberKey") }.count == 1_000)
    #expect(lines.dropFirst(1_001) == (rest.map { [$0] } ?? []))
  }

  @Test func `calls to the endpoints of a client are listed where they happen`() {
    Frame.bind(ObserverFrame(trace, over: .current)) {
      let client = Dependency(ClientKey.self).wrappedValue
      _ = (client.double(1), readNumber(), client.double(2))
    }

    #expect(trace.trace.calls == ["double(1)", "double(2)"])
    #expect(trace.trace.entries.map(\.kind) == [.read, .call, .read, .call])
    #expect(trace.trace.reads.count == 2)
  }

  @Test(.dependencyTrace) func `a test reads its own trace`() {
    _ = readNumber()

    #expect(DependencyTrace.current().reads == ["TestKeys.NumberKey"])
  }

  @Test func `an optional value keeps its value in a trace`() {
    let value = Frame.bind(ObserverFrame(trace, over: .current)) {
      Dependency(OptionalKey.self).wrappedValue
    }

    #expect(value == 1)
  }

  @Test func `a test without a trace that reads it gets an issue`() {
    let found = issues { _ = DependencyTrace.current() }

    #expect(found.count == 1)
    #expect(found.first?.message.contains(".dependencyTrace") == true)
  }

  @Test func `it stands in a file of its own, and can be had again`() {
    #expect(trace.fileName == "dependencies.txt")
    #expect(trace.summary == nil)
    #expect(!trace.isUnrepeatable)
  }
}

private enum CaptureKey: DependencyKey {
  static var liveValue: CapturedDependencies { captureDependencies() }
  static var testValue: CapturedDependencies { captureDependencies() }
}

private enum NestedKey: DependencyKey {
  static let line = #line + 2
  static var liveValue: Int { 0 }
  static var testValue: Int { Dependency(\.text).wrappedValue.count }
}

/// A client, as the macro generates it.
private struct Client: Sendable, _WrappableClient {
  var double: @Sendable (Int) -> Int = { 2 * $0 }

  func _wrapped(by wrapper: _EndpointWrapper) -> Client {
    var client = self
    let endpoint = double
    client.double = { value in wrapper.call("double", [value]) { endpoint(value) } }
    return client
  }
}

private enum OptionalKey: DependencyKey {
  static var liveValue: Int? { 1 }
  static var testValue: Int? { 1 }
}

private enum ClientKey: DependencyKey {
  static var liveValue: Client { Client() }
  static var testValue: Client { Client() }
}

private func readNumber() -> Int { Dependency(\.number).wrappedValue }

private enum ReadingKey: DependencyKey {
  static var liveValue: Int { readNumber() }
  static var testValue: Int { readNumber() }
}
