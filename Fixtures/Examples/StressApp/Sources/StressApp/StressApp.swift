import Registry

/// Runs the workloads, or the one that is named, as often as one likes, for a profiler to look at.
@main
enum StressApp {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    let named = arguments.first.map { Workload(rawValue: $0) }
    let count = arguments.count < 2 ? 1_000 : arguments.last.flatMap { Int($0) } ?? 0
    guard named != .some(nil), count > 0, arguments.count <= 2 else {
      let names = Workload.allCases.map(\.rawValue).joined(separator: "|")
      fatalError("Usage: StressApp [\(names)] [how many times]")
    }
    for workload in Workload.allCases where named == nil || named == workload {
      var met = 0
      let time = ContinuousClock().measure { met = workload.run(count) }
      print("\(workload.rawValue): \(met) parts met, \(time / count) each time")
    }
  }
}
