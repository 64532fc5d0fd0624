import Dependence
import DependenceClients
import DependenceHarness
import DependenceTesting
import TestKeys
import Testing

@Suite(.dependencies)
struct DependencyTraceTests {
  private let trace = TraceRecorder(of: "pays()", at: SourceSite())

  @Test func `a trace lists reads in order, with the source of the value and the location`() {
    let site = SourceSite()
    @Dependency(\.number) var number
    @Dependency(\.text) var text
    @Dependency(NestedKey.self) var nested
    prepareDependencies { $0.text = "prepared" }

    Frame.bind(Frame.current.observed(by: trace)) {
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

  @Test func `a location that reads directly and for another default is listed twice`() {
    Frame.bind(Frame.current.observed(by: trace)) {
      _ = (readNumber(), Dependency(ReadingKey.self).wrappedValue, readNumber())
    }

    let lines = trace.text.split(separator: "\n").filter { $0.contains("NumberKey") }
    #expect(lines.count == 2)
    #expect(lines.map { $0.contains("by another default") } == [false, true])
    #expect(lines.first?.hasSuffix(", 2 times") == true)
  }

  @Test func `a location that reads a default and then an override is listed twice`() {
    Frame.bind(Frame.current.observed(by: trace)) {
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

  @Test func `a read names the override that it found, even after an inner scope has ended`() {
    let line = #line + 2
    Frame.bind(Frame.current.observed(by: trace)) {
      withDependencies {
        $0.number = 5
      } operation: {
        withDependencies {
          $0.number = 6
        } operation: {
          _ = readNumber()
        }
        _ = readNumber()
      }
    }

    let lines = trace.text.split(separator: "\n").dropFirst()
    let file = SourceSite().fileID
    #expect(
      lines.map { $0.contains("overridden at \(file):\(line + 3);") } == [true, false]
    )
    #expect(lines.map { $0.contains("overridden at \(file):\(line);") } == [false, true])
  }

  @Test func `a trace does not name another override if the location is unknown`() {
    withDependencies {
      $0.number = 5
    } operation: {
      Frame.bind(Frame.current.observed(by: trace)) {
        withDependencies {
          $0.number = 6
        } operation: {
        }
        _ = readNumber()
      }
    }

    #expect(trace.text.contains("TestKeys.NumberKey: overridden; read at"))
  }

  @Test func `two dependencies that are read at one location are listed separately`() {
    Frame.bind(Frame.current.observed(by: trace)) {
      let values = DependencyValues.current
      _ = (values[NumberKey.self, line: 1, column: 1], values[TextKey.self, line: 1, column: 1])
    }

    let lines = trace.text.split(separator: "\n").dropFirst()
    #expect(lines.map { $0.prefix(22) } == ["1. TestKeys.NumberKey:", "2. TestKeys.TextKey: d"])
  }

  @Test func `a read that computes an override is not listed`() {
    Frame.bind(Frame.current.observed(by: trace)) {
      withDependencies {
        $0.number += 1
      } operation: {
      }
    }

    #expect(trace.text == "pays() read no dependencies.\n")
  }

  @Test func `reads through a capture are traced after the traced scope has ended`() {
    let continuation = Frame.bind(Frame.current.observed(by: trace)) {
      Dependency(CaptureKey.self).wrappedValue
    }

    continuation.run { _ = Dependency(\.number).wrappedValue }

    #expect(trace.text.contains("TestKeys.NumberKey: default"))
  }

  @Test(arguments: [(1_000, nil), (1_001, "and 1 more."), (1_010, "and 10 more.")])
  func `a trace lists at most 1,000 reads and counts the others`(count: UInt, rest: Substring?) {
    Frame.bind(Frame.current.observed(by: trace)) {
      for line in 0..<count { _ = DependencyValues.current[NumberKey.self, line: line] }
    }

    let lines = trace.text.split(separator: "\n")
    #expect(lines.dropFirst().prefix { $0.contains("NumberKey") }.count == 1_000)
    #expect(lines.dropFirst(1_001) == (rest.map { [$0] } ?? []))
  }

  @Test(arguments: [1_000, 1_001] as [UInt])
  func `reading an incomplete trace is reported as an issue`(count: UInt) {
    let line = #line + 3
    let found = Frame.bind(Frame.current.observed(by: trace)) {
      for line in 0..<count { _ = DependencyValues.current[NumberKey.self, line: line] }
      return issues { _ = DependencyTrace.current() }
    }

    let message = """
      The trace of this test is incomplete: it contains the first 1000 reads and calls, but not the \
      1 that followed. Make fewer reads and calls, or check the calls with a ClientSpy.
      """
    #expect(found.map(\.message) == (count > 1_000 ? [message] : []))
    #expect(found.allSatisfy { $0.site.line == line })
  }

  @Test func `calls to client endpoints are listed in order among the reads`() {
    Frame.bind(Frame.current.observed(by: trace)) {
      let client = Dependency(ClientKey.self).wrappedValue
      _ = (client.double(1), readNumber(), client.double(2))
    }

    #expect(trace.trace.calls == ["double(1)", "double(2)"])
    #expect(trace.trace.entries.map(\.kind) == [.read, .call, .read, .call])
    #expect(trace.trace.reads.count == 2)
  }

  @Test func `calls to clients that a factory creates are listed`() {
    Frame.bind(Frame.current.observed(by: trace)) {
      let values = DependencyValues.current
      _ = values[FactoryKey.self](2).double(1)
      _ = values[_instanceOf: TransientKey.self].double(2)
      withDependencies {
        $0[_instanceOf: TransientKey.self] = Client { 3 * $0 }
      } operation: {
        #expect(DependencyValues.current[_instanceOf: TransientKey.self].double(3) == 9)
      }
    }

    #expect(trace.trace.calls == ["double(1)", "double(2)", "double(3)"])
  }

  @Test func `tracing does not change the instance that a factory caches`() {
    let factory = Frame.bind(Frame.current.observed(by: trace)) {
      DependencyValues.current[TokenFactoryKey.self]
    }

    #expect(factory() === factory())
  }

  @Test(.dependencyTrace) func `a test with the trace trait can read its own trace`() {
    _ = readNumber()

    #expect(DependencyTrace.current().reads == ["TestKeys.NumberKey"])
  }

  @Test func `tracing does not change an optional value`() {
    let value = Frame.bind(Frame.current.observed(by: trace)) {
      Dependency(OptionalKey.self).wrappedValue
    }

    #expect(value == 1)
  }

  @Test func `reading the trace in a test without the trait is reported as an issue`() {
    let found = issues { _ = DependencyTrace.current() }

    #expect(found.count == 1)
    #expect(found.first?.message.contains(".dependencyTrace") == true)
  }

  @Test func `a trace is attached as dependencies.txt and has no summary`() {
    #expect(trace.fileName == "dependencies.txt")
    #expect(trace.summary == nil)
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

/// A client with the same conformance that the macro `@DependencyClient` generates.
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

private enum FactoryKey: DependencyKey {
  static var liveValue: DependencyFactory<Int, Client> {
    DependencyFactory { factor in Client { factor * $0 } }
  }
  static var testValue: DependencyFactory<Int, Client> { liveValue }
}

private enum TransientKey: DependencyKey {
  static var liveValue: DependencyFactory<Client> {
    DependencyFactory(lifetime: .transient) { Client() }
  }
  static var testValue: DependencyFactory<Client> { liveValue }
}

private enum TokenFactoryKey: DependencyKey {
  static var liveValue: DependencyFactory<Token> {
    DependencyFactory(lifetime: .singleton) { Token() }
  }
  static var testValue: DependencyFactory<Token> { liveValue }
}

private func readNumber() -> Int { Dependency(\.number).wrappedValue }

private enum ReadingKey: DependencyKey {
  static var liveValue: Int { readNumber() }
  static var testValue: Int { readNumber() }
}
