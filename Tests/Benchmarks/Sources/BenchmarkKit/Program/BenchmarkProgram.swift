import Dependence
#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
#error("A benchmark program needs a C library")
#endif

/// A program that measures a suite according to its arguments and reports the outcome with its exit
/// code.
package struct BenchmarkProgram {
  private let name: String
  private let suite: Suite
  private let meter: AllocationMeter?

  package init(_ name: String, suite: Suite, meter: AllocationMeter? = nil) {
    self.name = name
    self.suite = suite
    self.meter = meter
  }

  /// The configuration in which the program was built.
  package static var build: String {
    #if DEBUG
    "debug"
    #else
    "release"
    #endif
  }

  /// Runs the program.
  ///
  /// - Parameter arguments: The arguments without the name of the program.
  /// - Returns: The exit code.
  @concurrent
  package func run(_ arguments: [String]) async -> Int32 {
    let options: Options
    do { options = try Options(arguments: arguments) } catch { return complain("\(error)") }
    if options.asksForHelp {
      print(Options.help(name), terminator: "")
      return 0
    }
    if let error = suite.errors.first { return complain(error) }
    let benchmarks = suite.filtered(options.filter)
    guard !benchmarks.isEmpty else {
      return complain("no row contains \"\(options.filter ?? "")\"; try --list")
    }
    if options.listsOnly {
      for benchmark in benchmarks { print(benchmark.id) }
      return 0
    }
    var runner = Runner(effort: options.effort, seed: options.seed, meter: meter)
    let figures = await runner.run(benchmarks, bounds: suite.bounds, log: log)
    let report = Report(
      build: Self.build,
      seed: options.seed,
      effort: options.effort,
      figures: figures,
      bounds: suite.bounds
    )
    print(options.isJSON ? report.json : report.table, terminator: "")
    return report.isGood ? 0 : 1
  }

  private func complain(_ error: String) -> Int32 {
    write("error: \(error)\n")
    return 2
  }

  /// Writes a message about the progress if standard error is a terminal.
  private func log(_ message: String) {
    guard isatty(STDERR_FILENO) != 0 else { return }
    write("\(message)\n")
  }

  private func write(_ text: String) {
    System.writeToStandardError(text)
  }
}
