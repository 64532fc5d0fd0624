import BenchmarkKit
import DependenceTesting

/// The cost of an expected call to an unimplemented endpoint.
func unimplementedCalls() -> [Benchmark] {
  [
    Benchmark("expectations", "an unimplemented call", floor: Floors.taskLocal) { run in
      let endpoint: @Sendable () throws -> Int = { throw unimplemented("APIClient.fetch") }
      let sum = withExpectedIssues(count: .exactly(run.iterations)) {
        run.measure { count in
          total(count) { (try? endpoint()) ?? 1 }
        }
      }
      run.check(sum, isEach: 1)
    }
  ]
}
