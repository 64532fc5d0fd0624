import BenchmarkKit

extension Place {
  /// What is measured here.
  var suite: Suite {
    let common =
      Floors.all + defaultReads(self) + overriddenReads(self) + scopes(self) + objects(self)
    return switch self {
    case .app:
      Suite(
        common + shapeReads(self) + contendedReads(self) + tasks(self) + captures(self) + roots()
          + unimplementedCalls(self) + clocks() + spies(),
        bounds: appBounds
      )
    case .test:
      Suite(common + captures(self) + roots() + unimplementedCalls(self), bounds: testBounds)
    }
  }
}
