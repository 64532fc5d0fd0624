import BenchmarkKit
import Dependence

/// The memory that a captured scope with one override uses. It is measured inside different numbers
/// of other scopes, because it should not depend on their overrides.
func captures(_ place: Place) -> [Benchmark] {
  [0, 100].flatMap { count in
    [false, true].map { isRead in
      let name = "a scope over \(count) overrides" + (isRead ? ", read from" : "")
      return Benchmark("captured", bytesOf: name) { meter in
        meter.map { bytesOfCapture($0, over: count, isRead: isRead, place) }
      }
    }
  }
}

private func bytesOfCapture(
  _ meter: AllocationMeter,
  over count: Int,
  isRead: Bool,
  _ place: Place
) -> Double {
  // Averages over eight depths, because an implementation may treat some depths specially.
  let bytes = (0..<8).map { extra in
    place.enter {
      Fillers.nested(count == 0 ? 0 : count - extra) {
        var kept: [CapturedDependencies] = []
        kept.reserveCapacity(1_000)
        capture(isRead: isRead)
        return meter.bytes {
          for _ in 0..<1_000 { kept.append(capture(isRead: isRead)) }
          return kept
        }
      }
    }
  }
  return Double(bytes.reduce(0, +)) / 8_000
}

@discardableResult
private func capture(isRead: Bool) -> CapturedDependencies {
  withDependencies {
    $0[Entered.self] = 2
  } operation: {
    if isRead {
      let sum = Dependency(Elsewhere.self).wrappedValue + Dependency(Entered.self).wrappedValue
      precondition(sum == 9)
    }
    return captureDependencies()
  }
}
