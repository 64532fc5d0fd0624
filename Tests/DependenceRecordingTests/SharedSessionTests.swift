import DependenceMacros
import DependenceTesting
import Foundation
import TestKeys
import Testing

@testable import DependenceRecording

/// Tests of several recorders in one test, such as the recorder of a suite and the recorder of its
/// test.
@Suite(.dependencies) struct SharedSessionTests {
  private let folder = RecordingFolder()

  private func begin(
    named name: String = "test",
    redacting: Redaction.Replacement? = nil
  ) -> RecordingSession {
    RecordingSession.begin(
      of: TestIdentity(name: "WeatherTests.testRain"),
      named: name,
      beside: folder.url.appending(path: "Tests.swift").path,
      redaction: Redaction(redacting),
      in: Frame.current.root,
      at: SourceSite()
    )
  }

  @Test func `two recorders of a test share one recording`() {
    let first = begin()
    let second = begin()

    #expect(first === second)
  }

  @Test func `recorders whose names lead to the same file are reported`() {
    let found = issues {
      for name in ["C", "C++", "C", "C++", "D"] { _ = begin(named: name) }
    }

    #expect(
      found.map(\.message) == [
        """
        Two recorders have the names "C" and "C++", but the same recording Recordings/Tests/C.json, because the name of a \
        file contains only letters, digits, dots and underscores. A replay could return the response of one client to the \
        other. Give one of the recorders another name in the argument named:.
        """
      ]
    )
  }

  @Test func `recorders that are created at the same time share one recording`() async {
    // Both tasks begin the same sessions in the same order. The slower task catches up, because it
    // only looks up existing sessions. The tasks therefore often begin the same session at the same
    // time.
    let beginAll: @Sendable () -> [RecordingSession] = {
      (0..<1_000).map { begin(named: "test \($0)") }
    }
    async let first = beginAll()
    async let second = beginAll()

    let pairs = await zip(first, second)
    #expect(pairs.allSatisfy { $0 === $1 })
  }

  @Test func `the redactions of both recorders apply`() throws {
    let session = begin { $1.replacing("Anna", with: "NAME") }
    _ = begin { $1.replacing("Berlin", with: "CITY") }

    let call = try #require(session.begin("API.find", ["Anna in Berlin"]))

    #expect(call.key.arguments.text == #"["NAME in CITY"]"#)
  }

  @Test func `clients of different types with the same name are reported`() throws {
    let recorder = Recorder(begin(), at: SourceSite())

    let found = issues {
      for _ in 1...2 { _ = recorder.wrap(StoreClient<String>.unimplemented) }
      for _ in 1...2 { _ = recorder.wrap(StoreClient<Int>.unimplemented) }
    }

    #expect(
      found.map(\.message) == [
        """
        The clients DependenceRecordingTests.StoreClient<Swift.String> and DependenceRecordingTests.StoreClient<Swift.Int> \
        both have an endpoint with the name StoreClient.load, so the recording Recordings/Tests/test.json cannot tell \
        their calls apart. Wrap each client with its own Recorder, and give one of the recorders another name in the \
        argument named:.
        """
      ]
    )
    let others = issues {
      _ = Recorder(begin(named: "other"), at: SourceSite()).wrap(StoreClient<Int>.unimplemented)
    }
    #expect(others.isEmpty)
  }

  @Test func `a client that is wrapped twice is reported, and its calls are recorded once`()
    async throws
  {
    let (count, name) = (Lock(0), Lock(0))
    let live = WeatherClient(
      count: {
        count.withLock {
          $0 += 1; return $0
        }
      },
      name: { _ in
        name.withLock {
          $0 += 1; return "response \($0)"
        }
      }
    )

    let found = await issues {
      _ = try? await folder.run(.all) { recorder in
        let client = recorder.wrap(recorder.wrap(live))
        _ = (client.count(), client.count(), await client.name(1), await client.name(1))
      }
    }

    #expect(found.count == 2)
    #expect(
      found.first?.message == """
        The execution of WeatherClient.count() made the same call again, so the inner call was not recorded. Probably the \
        client was wrapped twice. Wrap the live client, as in recorder.wrap(.live), and not a client that a recorder of \
        this test has already wrapped.
        """
    )
    let calls = try #require(try folder.file().load()).calls
    #expect(
      calls.map(\.outcome) == ["1", "2", #""response 1""#, #""response 2""#].map { .returned($0) }
    )
  }

  @Test func `calls that the implementation of another endpoint makes are not recorded`()
    async throws
  {
    let count = Lock(0)
    let next = { @Sendable in
      count.withLock { count -> Int in
        count += 1
        return count
      }
    }
    let use = { @Sendable (recorder: Recorder) in
      let counter = recorder.wrap(WeatherClient(count: next))
      let station = recorder.wrap("Station.name") { @Sendable (number: Int) in
        "\(number) at \(counter.count())"
      }
      return [station(7), "\(counter.count())"]
    }

    let results = Lock<[[String]]>([])
    let messages = try await folder.run(.all) { recorder in
      results.withLock { $0.append(use(recorder)) }
    }
    try await folder.run(.replay) { recorder in results.withLock { $0.append(use(recorder)) } }

    #expect(messages.isEmpty)
    #expect(results.withLock { $0 } == [["7 at 1", "2"], ["7 at 1", "2"]])
  }

  @Test func `a recording of a test with the same name in another suite is reported`() throws {
    let tests = ["App.Rain/falls()", "App.Snow/falls()"].map {
      TestIdentity(name: "falls()", fullName: $0, id: $0, filter: "")
    }
    let session = RecordingSession(
      .all,
      of: tests[0],
      in: folder.file("falls"),
      RecordingContents(),
      Redaction(nil),
      at: SourceSite()
    )
    _ = session.finish(DependencyRoot(owner: nil))

    let found = issues {
      _ = RecordingSession.begin(
        of: tests[1],
        named: "falls",
        beside: folder.url.appending(path: "Tests.swift").path,
        redaction: Redaction(nil),
        in: Frame.current.root,
        at: SourceSite()
      )
    }

    #expect(found.count == 1)
    #expect(
      found.first?.message.contains(
        "belongs to the test Rain/falls(), so the test Snow/falls() cannot use it."
      ) == true
    )
  }

  private func write(test: String) throws {
    try folder.write(
      """
      {
        "calls": [{"endpoint": "API.count", "arguments": [], "returned": 7}],
        "format": 1,
        "test": "\(test)"
      }
      """
    )
  }

  @Test func `a recording with the name of another test is reported and not replayed`() async throws
  {
    try write(test: "other()")

    let found = await issues {
      let endpoint = Recorder(begin(), at: SourceSite()).wrap("API.count") { () async throws in 1 }
      await #expect(throws: (any Error).self) { try await endpoint() }
    }

    #expect(
      found.map(\.message) == [
        #"""
        The recording \#(folder.file().path) belongs to the test other(), so the test WeatherTests.testRain cannot use it. \#
        If the test was renamed, change the value of "test" in the file to the new name, or run this command to record \#
        the test again:
          DEPENDENCE_RECORD=all swift test --filter '\bWeatherTests/testRain$'
        If these are two tests, rename one of them, or create its Recorder with another name in the argument named:.
        """#
      ]
    )
  }

  @Test(arguments: ["WeatherTests.testRain", "-[AppTests.WeatherTests testRain]"])
  func `a recording with the name of its test on any platform is replayed`(test: String)
    async throws
  {
    try write(test: test)

    let endpoint = Recorder(begin(), at: SourceSite()).wrap("API.count") { () async throws in 1 }

    #expect(try await endpoint() == 7)
  }

  @Test func `a damaged recording is reported once, even if calls follow`() async throws {
    try folder.write("{\n  oops\n}")

    let found = await issues {
      let endpoint = Recorder(begin(), at: SourceSite()).wrap("API.count") { () async throws in 1 }
      _ = try? await endpoint()
      _ = try? await endpoint()
    }

    #expect(found.count == 1)
    #expect(found.first?.message.contains("line 2, cannot be read") == true)
  }
}

@DependencyClient
struct StoreClient<Element: Codable & Sendable>: Sendable {
  var load: @Sendable (_ number: Int) async throws -> Element
}
