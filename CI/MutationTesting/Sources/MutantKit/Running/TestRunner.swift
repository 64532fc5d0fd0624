import Foundation

/// Runs the test targets of the mutated package, one at a time, with one mutant alive or none.
struct TestRunner: Sendable {
  private let folder: URL
  private let binary: String
  /// The classes of XCTest in each target.
  private let cases: [String: [String]]
  /// The test targets, in the order of their names.
  let targets: [String]

  /// Lists the tests of a package that was built.
  init(in folder: URL) async throws {
    self.folder = folder
    let path = try Shell.output(["swift", "build", "--show-bin-path"], in: folder)
    let products = URL(filePath: path.trimmingCharacters(in: .whitespacesAndNewlines))
    let bundles = try FileManager.default.contentsOfDirectory(atPath: products.path)
      .filter { $0.hasSuffix(".xctest") }
    guard let bundle = bundles.first else { throw NoTests() }
    binary = products.appending(path: bundle).path
    targets = try FileManager.default.contentsOfDirectory(
      atPath: folder.appending(path: "Tests").path
    )
    .filter { $0.hasSuffix("Tests") }.sorted()
    let list = try await Shell.run([binary, "--list-tests"], in: folder, seconds: 120)
    var cases: [String: Set<String>] = [:]
    for match in list.output.matches(of: /(?m)^(\w+)\.(\w+)\/\w+$/) {
      cases[String(match.1), default: []].insert("\(match.1).\(match.2)")
    }
    self.cases = cases.mapValues { $0.sorted() }
  }

  /// Runs a target in both runners; the second only if the first passes.
  func run(_ target: String, mutant: Int?, reached: URL? = nil, seconds: Int) async throws
    -> Shell.Result
  {
    var environment = mutant.map { [Switch.variable: "\($0)"] } ?? [:]
    if let reached { environment[Switch.reachVariable] = reached.path }
    let first = try await Shell.run(
      [binary, "--testing-library", "swift-testing", "--filter", "^\(target)\\."],
      in: folder,
      environment: environment,
      seconds: seconds
    )
    // Swift Testing ends so where a filter matches nothing.
    let isEmpty = first.status == 69
    guard first.status == 0 || isEmpty, let cases = cases[target] else { return first }
    let second = try await Shell.run(
      [binary, cases.joined(separator: ",")],
      in: folder,
      environment: environment,
      seconds: seconds
    )
    return Shell.Result(
      status: second.status,
      output: second.output,
      seconds: first.seconds + second.seconds,
      isOverTime: second.isOverTime
    )
  }

  struct NoTests: Error, CustomStringConvertible {
    var description: String { "the package has no test bundle" }
  }
}
