import Dependence
import DependenceTesting
import Testing

private protocol Analytics: Sendable {}
private struct LiveAnalytics: Analytics {
  let name = "live"
}
private final class Recorder: Analytics {}

private enum AnalyticsKey: DependencyKey {
  static var liveValue: any Analytics { LiveAnalytics() }
  static var testValue: any Analytics { LiveAnalytics() }
}

extension DependencyValues {
  fileprivate var analytics: any Analytics {
    get { self[AnalyticsKey.self] }
    set { self[AnalyticsKey.self] = newValue }
  }
}

private struct Reader<Value: Sendable> {
  static var line: Int { 1 + #line }
  @Dependency(\.analytics, as: Value.self) var value
}

private struct Captor {
  @Dependency(\.analytics, as: Recorder.self, resolve: .captured) var value
}

struct DependencyCastingTests {
  @Test func `a dependency can be read as the concrete type of its override`() {
    let recorder = Recorder()

    let (reader, captor) = withDependencies {
      $0.analytics = recorder
    } operation: {
      #expect(Reader<Recorder>().value === recorder)
      #expect(Reader<any Analytics>().value is Recorder)
      return (Reader<LiveAnalytics>(), Captor())
    }

    #expect(captor.value === recorder)
    #expect(reader.value.name == "live")
  }

  @Test func `reading a dependency as the wrong type traps with its location and a remedy`()
    async throws
  {
    let result = try await #require(
      processExitsWith: .failure,
      observing: [\.standardErrorContent]
    ) {
      _ = Reader<Recorder>().value
    }

    let output = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(
      output.contains(
        """
        '@Dependency(…, as: Recorder.self)' needs a value of type Recorder, but the value of the \
        dependency has the type LiveAnalytics here. Override the dependency with a value of type \
        Recorder, in withDependencies { … } inside the closure of the exit test, because the overrides \
        of the test do not reach its process, or read the dependency as Analytics, without 'as:'. It \
        was read at \(#fileID):\(Reader<Recorder>.line).
        """
      )
    )
  }
}
