import BenchmarkKit

extension Place {
  /// The rows that are measured in this environment.
  var suite: Suite {
    let common =
      Floors.all + defaultReads(self) + overriddenReads(self) + scopes(self) + objects(self)
      + chains()
    return switch self {
    case .app:
      Suite(
        common + shapeReads(self) + contendedReads(self) + tasks(self) + captures(self) + roots(),
        bounds: appBounds
      )
    case .test:
      Suite(common + contendedReads(self) + captures(self) + roots(), bounds: testBounds)
    }
  }
}
