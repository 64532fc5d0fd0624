import Foundation
import Registry

/// A tool that runs all workloads, or only the given one, so that a profiler can measure them. The
/// second argument is the number of repetitions.
@main
enum StressApp {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    let workloads = Workload.allCases.filter { [nil, $0.rawValue].contains(arguments.first) }
    let count = arguments.dropFirst().first.map { Int($0) ?? 0 } ?? 1_000
    guard !workloads.isEmpty, count > 0, arguments.count <= 2 else { endWithUsage() }
    for workload in workloads {
      var met = 0
      let time = ContinuousClock().measure { met = workload.run(count) }
      print("\(workload.rawValue): \(met) parts met, \(time / count) each time")
    }
  }

  private static func endWithUsage() -> Never {
    let names = Workload.allCases.map(\.rawValue).joined(separator: "|")
    let usage = "usage: StressApp [\(names)] [how many times, more than none]\n"
    FileHandle.standardError.write(Data(usage.utf8))
    exit(2)
  }
}
