import BenchmarkKit
import Dependence
import DependenceHarness

/// What a call of an unimplemented endpoint costs that is expected, and counted.
func unimplementedCalls(_ place: Place) -> [Benchmark] {
  [
    Benchmark("expectations", "an unimplemented call", floor: Floors.taskLocal) { run in
      let endpoint: @Sendable () throws -> Int = { throw unimplemented("APIClient.fetch") }
      let sum = place.enter {
        withExpectedIssues(count: .exactly(run.iterations)) {
          run.measure { count in
            total(count) { (try? endpoint()) ?? 1 }
          }
        }
      }
      run.check(sum, isEach: 1)
    }
  ]
}
