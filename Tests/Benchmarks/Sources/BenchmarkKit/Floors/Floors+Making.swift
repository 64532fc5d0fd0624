import Dependence

extension Floors {
  /// The floor of values that are made once and kept: for each a look under a lock, an object to note what it is made
  /// of, a scope in which it is made, the object that keeps it, and another look.
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
