import Dependence
import DependenceTesting
import Testing

private protocol AnalyticsService: Sendable {}

private struct LiveAnalytics: AnalyticsService {}

private final class RecordingAnalytics: AnalyticsService {}

private enum AnalyticsKey: DependencyKey {
  static var liveValue: any AnalyticsService { LiveAnalytics() }
}

extension DependencyValues {
  fileprivate var analytics: any AnalyticsService {
    get { self[AnalyticsKey.self] }
    set { self[AnalyticsKey.self] = newValue }
  }
}

private struct Reader {
  @Dependency(\.analytics, as: RecordingAnalytics.self) var analytics
}

struct CastingExamples {
  @Test func `a test reads its override as the type of the double`() {
    let double = RecordingAnalytics()

    withDependencies {
      $0.analytics = double
    } operation: {
      #expect(Reader().analytics === double)
    }
  }
}
