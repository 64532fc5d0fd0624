import Subprocesses
import Testing

/// Tests of errors that no assertion detects, in a package that uses the library.
struct DownstreamAuditTests {
  @Test(
    arguments: [
      ("AuditTests/lateTask", "LiveOnlyKey was read in the scope of the test"),
      ("KeptSpyTests", "but the called closure was wrapped in the test \"first"),
      ("AuditTests/liveTestValue", "LiveOnlyKey.testValue was used"),
      ("LaunchTests/launched\\(", "a test launched an executable that"),
      ("LaunchTests/launchedReadingProperty", "a test launched an executable that"),
      ("LaunchTests/launchedCallingUnimplemented", "Mail.send was called, but is unimplemented"),
      ("LaunchTests/launchedCallingUnimplemented", "a test launched an executable that"),
      ("AuditCase/testLaunched", "a test launched an executable that"),
    ]
  )
  func `some errors fail the run even without an audit`(filter: String, message: String)
    async throws
  {
    let transcript = try await Downstream.shared.test(filter)

    #expect(transcript.ending == .exit(1), "\(transcript)")
    #expect(transcript.contains(message), "\(transcript)")
  }

  @Test(
    arguments: [
      ("AuditTests/endlessTask", "was still running when the process ended"),
      ("AuditTests/unusedOverride", "was never read"),
      ("AuditTests/uncheckedSpy", "but the test never checked its calls"),
      ("AuditTests/removedFault", "were never injected"),
      ("AuditCase/testUnusedOverride", "was never read"),
    ]
  )
  func `some errors fail the run only with an audit`(
    filter: String,
    message: String
  ) async throws {
    let audited = try await Downstream.shared.test(filter, environment: ["DEPENDENCE_AUDIT": "1"])
    let other = try await Downstream.shared.test(filter)

    #expect(audited.ending == .exit(1), "\(audited)")
    #expect(audited.contains(message), "\(audited)")
    #expect(other.ending == .exit(0), "\(other)")
  }

  @Test(
    arguments: [
      "AuditTests/shortTask", "AuditTests/nothingWrong", "AuditTests/spyAwaited",
      "AuditTests/spyOfStress", "AuditTests/unfinishedCallAllowed", "LaunchTests/launchedAsLive",
      "LaunchTests/launchedAsTest", "LaunchTests/launchedReadingModule",
    ]
  )
  func `an audited run passes if nothing is wrong`(filter: String) async throws {
    let transcript = try await Downstream.shared.test(
      filter,
      environment: ["DEPENDENCE_AUDIT": "1"]
    )

    #expect(transcript.ending == .exit(0), "\(transcript)")
  }

  @Test func `a DEPENDENCE_AUDIT value other than 1 or 0 is reported`() async throws {
    let transcript = try await Downstream.shared.test(
      "AuditTests/nothingWrong",
      environment: ["DEPENDENCE_AUDIT": "yes"]
    )

    #expect(transcript.ending == .exit(1), "\(transcript)")
    #expect(transcript.contains(#"DEPENDENCE_AUDIT is "yes""#), "\(transcript)")
  }
}
