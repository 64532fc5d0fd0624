import DependenceFoundation
import DependenceTesting
import Foundation
import Reminders
import Testing

@Suite(.dependencies)
struct ReminderServiceTests {
  private let clock = TestClock()
  private let write = Spy<String, Void>("Output.write")
  private let lines: AsyncStream<String>
  private let requests: AsyncStream<String>.Continuation

  // Prepare the dependencies here, because a trait cannot access the properties of the test case.
  init() {
    (lines, requests) = AsyncStream.makeStream()
    prepareDependencies {
      $0.continuousClock = clock
      $0.date = .constant(Date(timeIntervalSince1970: 0))
      $0.output.write = write.wrap { _ in }
    }
  }

  @Test func `a reminder is due after its time, and not before`() async {
    async let service: Void = ReminderService().run(lines)
    requests.yield(#"{"remind":"bread","after":3600}"#)

    await clock.advance(by: .seconds(3_599), sleepers: 1)
    write.expectCalls([#"{"date":"1970-01-01T01:00:00Z","event":"set","id":"bread"}"#])
    await clock.advance(by: .seconds(1))
    requests.finish()
    await service

    #expect(write.calls.last?.arguments == #"{"event":"due","id":"bread"}"#)
    #expect(write.calls.last?.time == .seconds(3_600))
  }

  @Test func `a reminder that is cancelled is never due, and nobody waits for it`() async {
    async let service: Void = ReminderService().run(lines)
    requests.yield(#"{"remind":"bread","after":3600}"#)
    await clock.waitForSleepers(atLeast: 1)

    requests.yield(#"{"cancel":"bread"}"#)
    requests.finish()
    await service

    #expect(write.calls.last?.arguments == #"{"event":"cancelled","id":"bread"}"#)
    clock.expectNoSleepers()
  }

  @Test func `a second reminder of a name takes the place of the first`() async {
    async let service: Void = ReminderService().run(lines)
    requests.yield(#"{"remind":"tea","after":10}"#)
    await clock.waitForSleepers(atLeast: 1)
    requests.yield(#"{"remind":"tea","after":60}"#)
    requests.finish()
    await write.waitForCalls(atLeast: 3)

    // The first reminder has ended. Wait until the second reminder sleeps.
    await clock.waitForSleepers(atLeast: 1)
    await clock.advance(by: .seconds(60))
    await service

    #expect(
      write.calls.map(\.arguments).sorted() == [
        #"{"date":"1970-01-01T00:00:10Z","event":"set","id":"tea"}"#,
        #"{"date":"1970-01-01T00:01:00Z","event":"set","id":"tea"}"#,
        #"{"event":"cancelled","id":"tea"}"#,
        #"{"event":"due","id":"tea"}"#,
      ]
    )
    #expect(write.calls.last?.time == .seconds(60))
  }

  @Test func `a reminder that has taken the name of another can be cancelled`() async {
    async let service: Void = ReminderService().run(lines)
    requests.yield(#"{"remind":"tea","after":10}"#)
    requests.yield(#"{"remind":"tea","after":60}"#)
    // Wait until both reminders have been set and the first one has been cancelled.
    await write.waitForCalls(atLeast: 3)

    requests.yield(#"{"cancel":"tea"}"#)
    requests.finish()
    await write.waitForCalls(atLeast: 4)

    #expect(write.calls.last?.arguments == #"{"event":"cancelled","id":"tea"}"#)
    // Let the second reminder become due if it was not cancelled. Otherwise, the service would not
    // end in this case.
    await clock.advance(by: .seconds(60), sleepers: 0)
    await service
  }

  @Test(
    arguments: [
      ("tea", #"write {\"remind\": \"name\", \"after\": seconds} or {\"cancel\": \"name\"}"#),
      (
        #"{"remind":"tea"}"#,
        #"write {\"remind\": \"name\", \"after\": seconds} or {\"cancel\": \"name\"}"#
      ),
      (#"{"remind":"tea","after":-1}"#, #"\"after\" is a number of seconds from 0 to 31536000"#),
      (#"{"remind":"tea","after":1e300}"#, #"\"after\" is a number of seconds from 0 to 31536000"#),
      (#"{"cancel":"tea"}"#, #"there is no reminder of \"tea\""#),
    ]
  )
  func `a line that makes no sense is answered, and the next one is read`(
    line: String,
    message: String
  ) async {
    async let service: Void = ReminderService().run(lines)
    requests.yield(line)
    requests.yield(#"{"remind":"tea","after":0}"#)
    requests.finish()
    await service

    #expect(
      write.calls.map(\.arguments) == [
        #"{"event":"error","line":1,"message":"\#(message)"}"#,
        #"{"date":"1970-01-01T00:00:00Z","event":"set","id":"tea"}"#,
        #"{"event":"due","id":"tea"}"#,
      ]
    )
  }
}
