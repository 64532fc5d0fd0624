import Foundation
import Subprocesses

/// The package `Fixtures/SilentGreen`, built once for each set of products.
actor Fixture {
  static let shared = Fixture()

  #if DEBUG
  static let configuration = "debug"
  #else
  static let configuration = "release"
  #endif

  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
  private static let scratch = root.appending(path: ".build/silent-green/\(configuration)")

  private var builds: [Links: Task<URL, any Error>] = [:]
  /// The job that was queued last. Builds share a scratch directory, so the library is compiled
  /// only once.
  private var last: Task<Void, Never>?

  /// Returns the test binary that links these products. The first call builds it.
  ///
  /// - Throws: ``BuildFailure``, if the fixture does not build.
  func binary(_ links: Links) async throws -> URL {
    if let known = builds[links] { return try await known.value }
    let previous = last
    let build = Task {
      await previous?.value
      return try await Self.build(links)
    }
    builds[links] = build
    last = Task { _ = try? await build.value }
    return try await build.value
  }

  /// Runs `swift test` as a user would, with the products of the cell.
  func test(_ cell: Cell, _ arguments: [String] = []) async throws -> Transcript {
    let previous = last
    let run = Task {
      await previous?.value
      return try await Self.swift(
        ["test"] + arguments + ["-c", Self.configuration],
        cell.links,
        environment: cell.environment
      )
    }
    last = Task { _ = try? await run.value }
    return try await run.value
  }

  private static func build(_ links: Links) async throws -> URL {
    let build = try await swift(["build", "--build-tests", "-c", configuration], links)
    guard build.ending == .exit(0) else { throw BuildFailure(transcript: build) }
    let products = try await swift(["build", "-c", configuration, "--show-bin-path"], links)
    let product = URL(filePath: products.output.trimmingCharacters(in: .whitespacesAndNewlines))
      .appending(path: "silent-greenPackageTests.xctest")
    // The next build overwrites the product.
    let copy = scratch.appending(path: "\(links).xctest")
    try? FileManager.default.removeItem(at: copy)
    try FileManager.default.copyItem(at: product, to: copy)
    return copy
  }

  private static func swift(
    _ arguments: [String],
    _ links: Links,
    environment: [String: String] = [:]
  ) async throws -> Transcript {
    let package = [
      "--package-path", root.appending(path: "Fixtures/SilentGreen").path,
      "--scratch-path", scratch.path,
    ]
    // The package is built for five sets of products and is never debugged.
    let flags = ["-gnone", "-driver-batch-count", "1", "-index-ignore-system-modules"]
    return try await Subprocess.run(
      URL(filePath: "/usr/bin/env"),
      ["swift"] + arguments + package + flags.flatMap { ["-Xswiftc", $0] },
      environment: environment.merging(["SILENT_GREEN_LINKS": links.environmentValue]) { $1 },
      deadline: 600
    )
  }
}

/// An error that is thrown if the fixture does not build.
struct BuildFailure: Error, CustomStringConvertible {
  var transcript: Transcript
  var description: String { "The fixture does not build.\n\(transcript)" }
}
