import Foundation

/// A runner for the tests of the mutated package. It runs one test target at a time, with at most
/// one active mutant.
struct TestRunner: Sendable {
  let folder: URL
  private let binary: String
  /// The XCTest classes of each test target, keyed by the target's name.
  private let cases: [String: [String]]
  /// The names of the test targets, in alphabetical order.
  let targets: [String]

  /// Creates a runner for the package in `folder`, which must already be built, and lists the
  /// package's tests.
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

  /// The part of a test target to run, selected by the names of test files.
  enum Part {
    case all
    case only(Set<String>)
    case without(Set<String>)

    fileprivate func options(of target: String) -> [String] {
      func pattern(_ files: Set<String>) -> String {
        "^\(target)\\..*/(\(files.sorted().joined(separator: "|")))\\.swift:"
      }
      return switch self {
      case .all: ["--filter", "^\(target)\\."]
      case .only(let files): ["--filter", pattern(files)]
      case .without(let files): ["--filter", "^\(target)\\.", "--skip", pattern(files)]
      }
    }
  }

  /// Returns the names, without extensions, of the test files that correspond to a source file. For
  /// `Sources/Kit/Clocks/Queues/Heap.swift`, these are the files in `Tests/KitTests/Clocks/Queues`
  /// or, if that folder has no tests, in `Tests/KitTests/Clocks`.
  static func neighbors(of file: String, in package: URL) -> Set<String> {
    let product = Product(ofFile: file)
    var folders = file.dropFirst(product.folder.count).split(separator: "/").dropLast()
    while !folders.isEmpty {
      let path = (["Tests", product.name + "Tests"] + folders).joined(separator: "/")
      let files = FileManager.default.enumerator(atPath: package.appending(path: path).path)
      let names = (files?.compactMap { $0 as? String } ?? []).filter { $0.hasSuffix(".swift") }
      if !names.isEmpty {
        return Set(names.map { String($0.split(separator: "/").last?.dropLast(6) ?? "") })
      }
      folders.removeLast()
    }
    return []
  }

  /// Returns `true` if `output`, the text printed by Swift Testing, reports a failure.
  static func showsFailure(_ output: String) -> Bool {
    output.contains(#/✘ Test .* recorded an issue/#)
  }

  /// Runs a target's tests, first with Swift Testing and then, if no test fails, with XCTest.
  /// XCTest is skipped if `part` selects only certain files.
  ///
  /// - Parameter stopsAtFailure: Whether the run stops at the first failure in Swift Testing's
  ///   output.
  func run(
    _ target: String,
    _ part: Part = .all,
    mutant: Int?,
    reached: URL? = nil,
    seconds: Int,
    stopsAtFailure: Bool = false
  ) async throws -> Shell.Result {
    var environment = mutant.map { [Switch.variable: "\($0)"] } ?? [:]
    if let reached { environment[Switch.reachVariable] = reached.path }
    let first = try await Shell.run(
      [binary, "--testing-library", "swift-testing"] + part.options(of: target),
      in: folder,
      environment: environment,
      seconds: seconds,
      until: stopsAtFailure ? Self.showsFailure : nil
    )
    // Swift Testing exits with status 69 if the filter matches no test. This is not a failure,
    // because all of the target's tests may use XCTest.
    let isEmpty = first.status == 69
    if case .only = part { return first }
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
