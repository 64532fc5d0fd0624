extension Floors {
  static var bindings: [Benchmark] {
    [
      Benchmark(group, "bind an Int and leave") { run in
        let sum = run.measure { total($0) { FloorScope.$number.withValue(2) { 2 } } }
        run.check(sum, isEach: 2)
      },
      Benchmark(group, "bind a fresh object and leave") { run in
        let sum = run.measure {
          total($0) { FloorScope.$object.withValue(FloorObject(2)) { 2 } }
        }
        run.check(sum, isEach: 2)
      },
      Benchmark(group, "bind a fresh object and leave, async") { run in
        let sum = await run.measure {
          await total($0) {
            await FloorScope.$object.withValue(FloorObject(2)) { await two() }
          }
        }
        run.check(sum, isEach: 2)
      },
      // The minimum cost of a scope that can be read without reference counting. The first binding
      // keeps the scope's object alive. The second binding stores an integer with which reads find
      // the object.
      Benchmark(group, "bind a fresh object and an Int, and leave") { run in
        let sum = run.measure {
          total($0) {
            FloorScope.$object.withValue(FloorObject(2)) { FloorScope.$number.withValue(2) { 2 } }
          }
        }
        run.check(sum, isEach: 2)
      },
      Benchmark(group, "bind a fresh object and an Int, and leave, async") { run in
        let sum = await run.measure {
          await total($0) {
            await FloorScope.$object.withValue(FloorObject(2)) {
              await FloorScope.$number.withValue(2) { await two() }
            }
          }
        }
        run.check(sum, isEach: 2)
      },
    ]
  }

  private nonisolated(nonsending) static func two() async -> Int { 2 }
}
