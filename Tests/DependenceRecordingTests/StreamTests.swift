import DependenceTesting
import Foundation
import TestKeys
import Testing

@testable import DependenceRecording

@Suite(.dependencies) struct StreamTests {
  private let folder = RecordingFolder()

  @Test func `the elements of a stream are replayed`() async throws {
    try await folder.run(.all) { recorder in
      let client = recorder.wrap(WeatherClient(updates: { _ in AsyncStream([1, 2.5, 3]) }))
      for await _ in client.updates("Berlin") {}
    }

    try await folder.run(.replay) { recorder in
      let updates = recorder.wrap(unreachable).updates("Berlin")

      #expect(await Array(updates) == [1, 2.5, 3])
    }
  }

  @Test func `several consumers of a stream receive each recorded element once`() async throws {
    func read(_ client: WeatherClient) async -> [Double?] {
      let updates = client.updates("Berlin")
      var (first, second) = (updates.makeAsyncIterator(), updates.makeAsyncIterator())
      return await [first.next(), second.next(), second.next(), first.next(), second.next()]
    }
    try await folder.run(.all) { recorder in
      let live = WeatherClient(updates: { _ in AsyncStream([1, 2, 3]) })
      #expect(await read(recorder.wrap(live)) == [1, 2, 3, nil, nil])
    }

    try await folder.run(.replay) { recorder in
      #expect(await read(recorder.wrap(unreachable)) == [1, 2, 3, nil, nil])
    }
  }

  @Test func `an optional stream is replayed`() async throws {
    typealias Endpoint = @Sendable @concurrent (Bool) async throws -> AsyncStream<Int>?
    let live: Endpoint = { hasStream in hasStream ? AsyncStream([1, 2]) : nil }
    let unreachable: Endpoint = { _ in throw WeatherError.unknownCity("Berlin") }
    var results: [[Int]?] = []
    func read(_ recorder: Recorder, _ endpoint: @escaping Endpoint) async throws {
      let updates = recorder.wrap("API.updates", endpoint)
      for hasStream in [true, false] {
        var result: [Int]?
        if let stream = try await updates(hasStream) { result = await Array(stream) }
        results.append(result)
      }
    }

    var problems = try await folder.run(.all) { try await read($0, live) }
    problems += try await folder.run(.verify) { try await read($0, live) }
    problems += try await folder.run(.replay) { try await read($0, unreachable) }

    #expect(results == [[1, 2], nil, [1, 2], nil, [1, 2], nil])
    #expect(problems == [])
  }

  @Test func `a stream behind a type that cannot be replayed is reported while it is recorded`()
    async throws
  {
    let found = try await issues(from: {
      try await folder.run(.all) { recorder in
        let updates = recorder.wrap("API.updates") { () async throws -> AsyncStream<Int>?? in
          AsyncStream([1])
        }
        _ = try await updates()
      }
    })

    #expect(
      found.map(\.message) == [
        """
        API.updates has a result of type Optional<Optional<AsyncStream<Int>>>, which is not Codable. So its calls are \
        neither recorded nor replayed. Make Optional<Optional<AsyncStream<Int>>> conform to Codable, or give the \
        endpoint a type that does.
        """
      ]
    )
  }

  @Test func `the error of a stream is replayed after its elements`() async throws {
    let live = WeatherClient(alerts: {
      AsyncThrowingStream { continuation in
        continuation.yield("storm")
        continuation.finish(throwing: WeatherError.unknownCity("Berlin"))
      }
    })
    try await folder.run(.all) { recorder in
      do { for try await _ in try await recorder.wrap(live).alerts() {} } catch {}
    }

    try await folder.run(.replay) { recorder in
      var alerts: [String] = []
      await #expect(throws: WeatherError.unknownCity("Berlin")) {
        for try await alert in try await recorder.wrap(unreachable).alerts() {
          alerts.append(alert)
        }
      }
      #expect(alerts == ["storm"])
    }
  }

  @Test func `a stream that is read again after its error ends, also in a replay`() async throws {
    func failures(_ client: WeatherClient) async throws -> Int {
      let alerts = try await client.alerts()
      var failures = 0
      while failures < 3 {
        do {
          for try await _ in alerts {}
          return failures
        } catch { failures += 1 }
      }
      return failures
    }
    let live = WeatherClient(alerts: {
      AsyncThrowingStream { $0.finish(throwing: WeatherError.unknownCity("Berlin")) }
    })

    try await folder.run(.all) { recorder in
      let count = try await failures(recorder.wrap(live))
      #expect(count == 1)
    }
    try await folder.run(.replay) { recorder in
      let count = try await failures(recorder.wrap(unreachable))
      #expect(count == 1)
    }
  }

  @Test func `a replayed stream waits on the test's clock between elements`() async throws {
    try folder.write(
      """
      {"calls":[{"arguments":["Berlin"],"endpoint":"WeatherClient.updates","stream":{"elements":[
      {"milliseconds":250,"value":1},{"milliseconds":1500,"value":2}],"end":"finished"}}],"format":1,"test":"t"}
      """
    )
    let clock = TestClock()

    try await withDependencies {
      $0.continuousClock = clock
    } operation: {
      try await folder.run(.replay) { recorder in
        let updates = recorder.wrap(unreachable).updates("Berlin")
        let arrivals = Task {
          var arrivals: [Duration] = []
          for await _ in updates { arrivals.append(clock.now.offset) }
          return arrivals
        }
        let times = await clock.run { await arrivals.value }

        #expect(times == [.milliseconds(250), .milliseconds(1_750)])
      }
    }
  }

  @Test func `the delays between elements are recorded`() async throws {
    let clock = TestClock()
    let (stream, continuation) = AsyncStream.makeStream(of: Double.self)

    try await withDependencies {
      $0.continuousClock = clock
    } operation: {
      try await folder.run(.all) { recorder in
        var updates = recorder.wrap(WeatherClient(updates: { _ in stream })).updates("Berlin")
          .makeAsyncIterator()
        await clock.advance(by: .milliseconds(40))
        continuation.yield(1)
        _ = await updates.next()
        await clock.advance(by: .seconds(2))
        continuation.yield(2)
        _ = await updates.next()
      }
    }

    let call = try #require(try folder.file().load()?.calls.first)
    guard case .stream(let recorded) = call.outcome else { return #expect(Bool(false)) }
    #expect(recorded.elements.map(\.delay) == [40, 2_000])
    #expect(recorded.end == .open)
  }

  @Test func `a stream that was not consumed to its end is replayed without an end`() async throws {
    let (stream, continuation) = AsyncStream.makeStream(of: Double.self)
    continuation.yield(1)
    try await folder.run(.all) { recorder in
      let client = recorder.wrap(WeatherClient(updates: { _ in stream }))
      for await _ in client.updates("Berlin") { break }
    }

    try await folder.run(.replay) { recorder in
      let updates = recorder.wrap(unreachable).updates("Berlin")
      let (arrived, arrival) = AsyncStream.makeStream(of: Double.self)
      let consumer = Task {
        for await update in updates { arrival.yield(update) }
        arrival.finish()
      }
      var arrivals = arrived.makeAsyncIterator()

      #expect(await arrivals.next() == 1)
      consumer.cancel()
      #expect(await arrivals.next() == nil)
    }
  }

  @Test(arguments: [RecordingMode.all, .verify])
  func `a stream that is still being read at the end of the test is reported`(mode: RecordingMode)
    async throws
  {
    let (messages, reader) = try await read(mode, isCancelled: false)
    reader.cancel()

    let message = try #require(messages.first)
    #expect(messages.count == 1)
    #expect(
      mode == .verify
        ? message.contains("a stream that was still being read when the test ended")
        : message == """
          The stream of WeatherClient.updates("Berlin") was still being read when the test ended, so neither this call nor \
          a later one with the same arguments was recorded. Await the work that reads the stream, or cancel and await \
          it, before the test returns.
          """
    )
    #expect(try folder.file().load()?.calls.isEmpty ?? true)
  }

  @Test func `a stream whose reader is cancelled before the end of the test is recorded`()
    async throws
  {
    let (messages, _) = try await read(.all, isCancelled: true)

    let call = try #require(try folder.file().load()?.calls.first)
    #expect(call.outcome == .stream(RecordedStream(elements: [.init(delay: 0, value: "1")])))
    #expect(messages == [])
  }

  /// Runs a test whose task receives one element of a stream and then waits for another one. The
  /// test does not await the task. Returns the messages of the issues, and the task.
  private func read(
    _ mode: RecordingMode,
    isCancelled: Bool
  ) async throws -> (messages: [String], reader: Task<Void, Never>) {
    let reads = Lock(0)
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let stream = AsyncStream<Double> {
      let isFirst = reads.withLock { reads in
        reads += 1
        return reads == 1
      }
      if isFirst { return 1 }
      start.yield()
      let (gate, open) = AsyncStream.makeStream(of: Never.self)
      for await _ in gate {}
      open.finish()
      return nil
    }
    let reader = Lock<Task<Void, Never>?>(nil)
    let messages = try await withDependencies {
      $0.continuousClock = TestClock()
    } operation: {
      try await folder.run(mode) { recorder in
        let updates = recorder.wrap(WeatherClient(updates: { _ in stream })).updates("Berlin")
        let task = Task { for await _ in updates {} }
        for await _ in started { break }
        if isCancelled { task.cancel() }
        reader.withLock { $0 = task }
      }
    }
    return (messages, try #require(reader.withLock { $0 }))
  }

  @Test func `an element that is encoded when the test ends counts as being read`() async {
    let log = Lock<StreamLog?>(nil)
    let wasRead = Lock<[Bool]>([])
    let redaction = Redaction { _, value in
      if let log = log.withLock(\.self) { wasRead.withLock { $0.append(log.close()) } }
      return value
    }
    let new = StreamLog(redaction: redaction, measuring: TestClock(), onLateRead: {})
    log.withLock { $0 = new }

    for await _ in AsyncStream(["a"]).recorded(by: new) {}

    #expect(wasRead.withLock(\.self).first == true)
  }

  @Test func `a delay that is longer than the greatest number of milliseconds is recorded`()
    async throws
  {
    let clock = TestClock()

    try await withDependencies {
      $0.continuousClock = clock
    } operation: {
      try await folder.run(.all) { recorder in
        let updates = recorder.wrap(WeatherClient(updates: { _ in AsyncStream([1]) }))
          .updates("Berlin")
        await clock.advance(by: .seconds(Int.max))
        for await _ in updates {}
      }
    }

    #expect(try folder.text().contains("\"milliseconds\": \(Int.max)"))
  }

  @Test func `a stream that is read after the end of the test is reported`() async throws {
    let stream = Lock<AsyncStream<Double>?>(nil)
    let messages = try await folder.run(.all) { recorder in
      let client = recorder.wrap(WeatherClient(updates: { _ in AsyncStream([1, 2, 3]) }))
      let updates = client.updates("Berlin")
      for await _ in updates { break }
      stream.withLock { $0 = updates }
    }
    let updates = try #require(stream.withLock { $0 })

    let found = await issues { #expect(await Array(updates) == [2, 3]) }

    #expect(messages == [])
    #expect(found.count == 1)
    #expect(
      found.first?.message.hasPrefix(
        #"The stream of WeatherClient.updates("Berlin") was read after the test "WeatherTests.testRain" had ended."#
      ) == true
    )
  }

  @Test(arguments: ["7", "null"])
  func `a value that was recorded for an endpoint that now returns a stream is reported`(
    value: String
  ) async throws {
    try folder.write(
      #"{"calls":[{"arguments":[],"endpoint":"WeatherClient.alerts","returned":\#(value)}],"format":1}"#
    )

    let found = await issues {
      _ = try? await folder.run(.replay) { _ = try await $0.wrap(unreachable).alerts() }
    }

    #expect(found.count == 1)
    #expect(
      found.first?.message.contains("contains a value, but the endpoint returns a stream") == true
    )
    #expect(found.first?.message.contains("DEPENDENCE_RECORD=all swift test") == true)
  }

  @Test(arguments: [
    #""threw":{"description":"storm","type":"Storm"}"#,
    #""threw":{"description":"storm","symbol":"none","type":"Storm","value":1}"#,
  ])
  func `a recorded error that the stream cannot throw is reported at the call`(end: String)
    async throws
  {
    try folder.write(
      """
      {"calls":[{"arguments":[],"endpoint":"Sensor.values","stream":{"elements":[],\(end)}}],
      "format":1,"test":"t"}
      """
    )

    let found = await issues {
      _ = try? await folder.run(.replay) { recorder in
        let endpoint = recorder.wrap("Sensor.values") { () async throws in AsyncStream([1]) }
        await #expect(throws: (any Error).self) { try await endpoint() }
      }
    }

    #expect(found.count == 1)
    #expect(found.first?.message.contains("Storm") == true)
  }

  @Test func `a stream error that cannot be decoded is reported at the call`() async throws {
    try folder.write(
      """
      {"calls":[{"arguments":[],"endpoint":"WeatherClient.alerts","stream":{"elements":[],
      "threw":{"description":"storm","symbol":"none","type":"Storm","value":1}}}],"format":1,"test":"t"}
      """
    )

    let found = await issues {
      _ = try? await folder.run(.replay) { recorder in
        await #expect(throws: (any Error).self) { try await recorder.wrap(unreachable).alerts() }
      }
    }

    #expect(found.count == 1)
    #expect(found.first?.message.contains("there is no such type in this process") == true)
  }

  @Test func `a stream with an element that cannot be encoded is not recorded`() async throws {
    struct Reading: Codable {
      let value: Double?

      func encode(to encoder: any Encoder) throws {
        guard let value else { throw Offline() }
        var container = encoder.singleValueContainer()
        try container.encode(value)
      }
    }

    let found = await issues {
      _ = try? await folder.run(.all) { recorder in
        let endpoint = recorder.wrap("Sensor.values") { () async throws in
          AsyncStream([Reading(value: 1), Reading(value: nil), Reading(value: 3)])
        }
        for await _ in try await endpoint() {}
      }
    }

    #expect(found.count == 1)
    #expect(try folder.file().load()?.calls.isEmpty == true)
  }

  @Test func `stream elements that cannot be encoded are reported`() async throws {
    let found = await issues {
      _ = try? await folder.run(.all) { recorder in
        let endpoint = recorder.wrap("Sensor.values") { () async throws in
          AsyncStream([Opaque()])
        }
        for await _ in try await endpoint() {}
      }
    }

    #expect(found.count == 1)
    #expect(found.first?.message.contains("stream elements of type Opaque") == true)
  }
}

extension Array {
  init(_ stream: AsyncStream<Element>) async {
    self = []
    for await element in stream { append(element) }
  }
}
