import DependenceMacros
import DependenceTesting
import Testing

@DependencyClient
struct Mailbox: Sendable {
  var send: @Sendable (_ letter: String) async throws -> Void
}

extension DependencyValues {
  @DependencyEntry(test: Mailbox.unimplemented)
  var mailbox: Mailbox = Mailbox(send: { _ in })
}

/// Tests that call an endpoint in a detached task, although only the scope of the test overrides
/// the endpoint.
@Suite(.dependencies { $0.mailbox.send = { _ in } })
struct DetachedTaskTests {
  @Dependency(\.mailbox) private var mailbox

  @Test func `a detached task without the scope of the test`() async {
    await Task.detached { [self] in try? await mailbox.send(letter: "hello") }.value
  }

  @Test func `a detached task with the scope of the test`() async {
    let scope = captureDependencies()
    await Task.detached { [self] in
      await scope.run { try? await mailbox.send(letter: "hello") }
    }.value
  }
}
