import Dependence
import DependenceTesting
import Foundation
import TestKeys
import Testing

@testable import DependenceRecording

/// Tests of calls that run or begin after the end of their test.
@Suite(.dependencies) struct LateRecordedCallTests {
  private let folder = RecordingFolder()
  private let live = WeatherClient(count: { 1 })

  @Test func `a call that is still running at the end of the test is reported`() async throws {
    let (gate, open) = AsyncStream.makeStream(of: Never.self)
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let messages = try await folder.run(.missing) { recorder in
      let endpoint = recorder.wrap("Slow.wait") { () async throws in
        start.yield()
        for await _ in gate {}
      }
      Task { try await endpoint() }
      for await _ in started { break }
    }
    open.finish()

    #expect(
      messages == [
        """
        Slow.wait() still ran when the test ended, so neither this call nor a later one with the same arguments was \
        recorded. Await the work that makes the call, or cancel and await it, before the test returns.
        """
      ]
    )
  }

  @Test func `a call after the end of the test is reported`() async throws {
    let session = try folder.session(.verify)
    let client = Recorder(session, at: SourceSite()).wrap(live)
    _ = session.finish(Frame.current.root)

    let found = issues { _ = client.count() }

    #expect(found.count == 1)
    #expect(found.first?.message.contains("was executed after the test") == true)
  }

  @Test func `a recorder that is created after the end of the test is reported`() throws {
    let owner = try #require(Frame.current.root.owner)
    let root = DependencyRoot(owner: owner)
    root.close()

    let found = Frame.bind(RootFrame(root)) {
      issues {
        for name in ["one", "two"] {
          _ = Recorder(named: name, filePath: folder.url.appending(path: "Tests.swift").path)
        }
      }
    }

    #expect(
      found.map(\.message) == [
        """
        Recorder was created in the scope of the test "\(owner.title)", which has ended. Await the work that uses it, or \
        cancel and await it, before the test ends.
        """
      ]
    )
  }

  @Test func `a call that is replayed after the end of the test is reported`() async throws {
    try await folder.run(.all) { _ = $0.wrap(live).count() }
    let session = try folder.session(.replay)
    let client = Recorder(session, at: SourceSite()).wrap(live)
    _ = session.finish(Frame.current.root)

    let found = issues { _ = client.count() }

    #expect(found.count == 1)
    #expect(found.first?.message.contains("was replayed after the test") == true)
  }
}
