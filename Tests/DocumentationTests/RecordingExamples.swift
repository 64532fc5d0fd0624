import Dependence
import DependenceMacros
import DependenceRecording
import DependenceSimulation
import DependenceTesting
import DependenceXCTest
import Foundation
import TestKeys
import Testing
import XCTest

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension WeatherClient {
  nonisolated static let live = WeatherClient(forecast: { city in
    guard let url = URL(string: "https://weather.example/\(city)") else { throw URLError(.badURL) }
    let (data, _) = try await URLSession.shared.data(from: url)
    return String(decoding: data, as: UTF8.self)
  })
}

struct AccountOwner: Codable, Sendable {
  var name: String
  var email: String
}

@DependencyClient
struct AccountClient: Sendable {
  var find: @Sendable (_ name: String) async throws -> AccountOwner

  static let live = AccountClient(find: { AccountOwner(name: $0, email: "\($0)@mail.example") })
}

extension DependencyValues {
  @DependencyEntry(test: AccountClient.unimplemented)
  var accounts: AccountClient = .live
}

struct RecordingExampleTests {
  @Test(
    .recorded(redacting: { $0 == "email" ? "REDACTED" : $1 }) { recorder, dependencies in
      dependencies.accounts = recorder.wrap(.live)
    }
  )
  func `the owner of an account is found`() async throws {
    @Dependency(\.accounts) var accounts

    let owner = try await accounts.find(name: "Anna")

    #expect(owner.name == "Anna")
  }

  @Test(
    .explore(50),
    .recorded { recorder, dependencies in
      dependencies.weather = recorder.wrap(.live)
    },
    .faults([.throwing(Offline())], atMost: 1) { faults, dependencies in
      dependencies.weather = faults.wrap(dependencies.weather)
    }
  )
  func `a trip needs a forecast for each city`() async {
    async let ghent = Outing().packing(for: "Ghent")
    async let turin = Outing().packing(for: "Turin")
    let packing = await [try? ghent, try? turin].compactMap(\.self)

    #expect(packing.count >= 1)
  }
}

final class RecordedOutingCase: DependencyTestCase {
  override func configureDependencies(_ dependencies: inout DependencyValues) {
    dependencies.weather = Recorder().wrap(.live)
  }

  func testAnUmbrellaIsPackedWhenItRains() async throws {
    let packing = try await Outing().packing(for: "Ghent")
    XCTAssertEqual(packing, "umbrella")
  }
}

// MARK: - Texts of the article

@Suite(.dependencies) struct RecordingArticleTests {
  private static let name = "an umbrella is packed when it rains"
  private static let article = Article(
    path: "TestSupport/DependenceRecording/DependenceRecording.docc/RecordResponses.md"
  )

  private static var file: URL {
    URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Recordings/RecordedOutingTests")
      .appending(path: name.replacing(" ", with: "-") + ".json")
  }

  @Test func `the article shows the recording of its test`() throws {
    let text = try String(contentsOf: Self.file, encoding: .utf8)

    #expect(try Self.article.lines().joined(separator: "\n").contains("```json\n\(text)```\n"))
  }

  @Test func `the article quotes the message about a call that was not recorded`() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)

    let found = await issues {
      let recorder = Recorder(
        named: Self.name,
        filePath: folder.appending(path: "RecordedOutingTests.swift").path
      )
      _ = try? await recorder.wrap(WeatherClient.live).forecast("Ghent")
    }

    let quoted = try #require(try Self.article.textBlocks().first)
    let message = try #require(found.first?.message).split(separator: "\n")
    // The last line contains the name of this test.
    #expect(message.dropLast().map(String.init) == quoted.dropLast())
    #expect(message.last?.hasPrefix("  DEPENDENCE_RECORD=missing swift test --filter '") == true)
  }
}
