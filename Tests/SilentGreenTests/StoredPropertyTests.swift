import Foundation
import Subprocesses
import TestEffort
import Testing

/// Tests of stored properties that fail while XCTest creates the test cases. XCTest creates them
/// before the first test, and also if tests are only listed.
struct StoredPropertyTests {
  /// The errors in the fixture's test cases.
  enum TestFailure: String, CaseIterable {
    case unimplemented
    case liveOnly
    case reportIssue
    case strictRead
    /// A failed expectation, which the bridge in DependenceXCTest passes on to XCTest.
    case expect

    /// The errors that this run tries: all errors in CI, and otherwise only one.
    static let tried = Effort.triesAllCells ? allCases : [.unimplemented]

    var message: String {
      switch self {
      case .unimplemented: "RatesClient.fetch was called, but is unimplemented here"
      case .liveOnly: "SettingsKey has no test value"
      case .strictRead: "LimitKey was read outside all scopes"
      case .reportIssue, .expect: "this may not get lost"
      }
    }

    func cell(_ links: Links) -> Cell {
      Cell(
        links: links,
        form: "StoredProperties",
        place: rawValue,
        isStrict: self == .strictRead
      )
    }
  }

  private static let linked = Links.plain.filter(\.includesXCTest)
  private static let unlinked = Links.plain.filter { !$0.includesXCTest }

  @Test(arguments: linked, TestFailure.tried)
  func `a failing stored property fails each test of its case and suggests a fix`(
    links: Links,
    failure: TestFailure
  ) async throws {
    let names = ["StoredPropertyCase", "MainActorPropertyCase", "StoredPropertyBaseCase"]
    let tests =
      names.flatMap { ["\($0).testFirst", "\($0).testSecond"] }
      + ["InheritingPropertyCase.testThird", "InheritingPropertyBaseCase.testThird"]

    let transcript = try await failure.cell(links).run(tests: tests + ["LazyPropertyCase"])

    #expect(transcript.ending == .exit(1), "\(transcript)")
    for test in tests {
      let isSaid = transcript.lines.contains {
        $0.contains("Model.swift:") && $0.contains("error: \(test) : ")
          && $0.contains(failure.message)
          && $0.contains("in a stored property of \(test.split(separator: ".")[0])")
          && $0.contains("before it runs the first test") && $0.contains("lazy var")
          && $0.contains("setUp")
      }
      #expect(isSaid, "\(test) does not say it:\n\(transcript)")
      #expect(transcript.contains("Test Case '\(test)' failed"), "\(transcript)")
    }
    #expect(!transcript.contains("dependence:"), "\(transcript)")
    if failure != .strictRead {
      #expect(transcript.contains("Test Case 'LazyPropertyCase.testFirst' passed"), "\(transcript)")
    }
  }

  @Test(arguments: linked)
  func `a test case without a failing stored property passes`(links: Links) async throws {
    for failure in TestFailure.tried where failure != .strictRead {
      let transcript = try await failure.cell(links).run(tests: ["LazyPropertyCase"])

      #expect(transcript.ending == .exit(0), "\(transcript)")
      #expect(!transcript.contains("warning: "), "\(transcript)")
    }
  }

  @Test(arguments: linked)
  func `a stored property that fails only once fails the run`(links: Links) async throws {
    let cell = Cell(links: links, form: "StoredProperties", place: "once")

    let transcript = try await cell.run(tests: ["StoredPropertyCase"])

    #expect(transcript.ending == .exit(1), "\(transcript)")
    #expect(transcript.contains("this may not get lost"), "\(transcript)")
    #expect(transcript.contains("before the first test began"), "\(transcript)")
  }

  @Test(arguments: unlinked, TestFailure.tried.filter { $0 != .expect })
  func `without DependenceXCTest, the run fails and names the product`(
    links: Links,
    failure: TestFailure
  ) async throws {
    let transcript = try await failure.cell(links).run(tests: ["StoredPropertyCase"])
    // The core alone cannot check reads in strict tests, and reports this instead.
    let isUnwatched = links == .core && failure == .strictRead
    let message =
      isUnwatched
      ? "tests cannot be checked, because this process links no product" : failure.message

    #expect(transcript.ending == .exit(1), "\(transcript)")
    #expect(transcript.contains(message), "\(transcript)")
    #expect(transcript.contains("DependenceXCTest"), "\(transcript)")
  }

  @Test(
    arguments: Links.plain,
    [
      ["--dump-tests-json"], ["--list-tests"], ["-l"],
      ["--testing-library", "swift-testing", "--list-tests"],
    ]
  )
  func `listing tests works even if stored properties fail`(
    links: Links,
    arguments: [String]
  ) async throws {
    let expected = try await Cell(links: links, form: "StoredProperties", place: "nowhere")
      .run(arguments)

    for failure in TestFailure.tried {
      let transcript = try await failure.cell(links).run(arguments)

      #expect(transcript.ending == .exit(0), "\(transcript)")
      #expect(transcript.lines.count == expected.lines.count, "\(transcript)")
      if arguments == ["--dump-tests-json"] {
        #expect(throws: Never.self) {
          try JSONSerialization.jsonObject(with: Data(transcript.output.utf8))
        }
      }
    }
  }

  @Test(arguments: [
    (["list"], true), (["--filter", "LazyPropertyCase"], true),
    (["--filter", "StoredPropertyCase"], false),
  ])
  func `swift test fails only if it runs a test with a failing stored property`(
    arguments: [String],
    passes: Bool
  ) async throws {
    let transcript = try await Fixture.shared.test(
      TestFailure.unimplemented.cell(.both),
      arguments
    )

    #expect(transcript.ending == .exit(passes ? 0 : 1), "\(transcript)")
    #expect(
      transcript.contains("error: StoredPropertyCase.testFirst : ") == !passes,
      "\(transcript)"
    )
  }
}
