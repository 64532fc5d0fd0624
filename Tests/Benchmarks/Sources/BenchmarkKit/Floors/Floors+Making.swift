import Dependence

extension Floors {
  /// The floor for values that are created once and cached. Each value needs a lookup under a lock,
  /// an object that records its dependencies, a scope for its creation, the object that caches it,
  /// and a second access under the lock.
  static var making: [Benchmark] {
    [
      Benchmark(group, "50 objects, each made once in a scope") { run in
        let sum = run.measureWarm { count in
          total(count) {
            let kept = Lock<[FloorObject]>([])
            for number in 0..<50 {
              let isMissing = kept.withLock { $0.count == number }
              guard isMissing else { continue }
              let made = FloorScope.$object.withValue(FloorObject(number)) {
                FloorScope.$number.withValue(number) { FloorObject(number) }
              }
              kept.withLock { $0.append(made) }
            }
            return kept.withLock { $0.count }
          }
        }
        run.check(sum, isEach: 50)
      }
    ]
  }
}
