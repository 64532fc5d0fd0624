import Dependence
@testable import DependenceTesting
import Testing

struct TestingSinkTests {
  @Test func `in a test, every issue is recorded`() {
    for kind in [DependencyIssue.Kind.general, .trap(endpoint: "Client.fetch")] {
      withKnownIssue {
        #expect(TestingSink().receive(DependencyIssue("boom", kind: kind, at: .unknown)))
      } matching: {
        $0.comments == ["boom"]
      }
    }
  }

  @Test func `in the child process of an exit test, a trap is not recorded`() async {
    await #expect(processExitsWith: .success) {
      let trap = DependencyIssue("boom", kind: .trap(endpoint: "Client.fetch"), at: .unknown)
      #expect(TestingSink().receive(trap))
      withKnownIssue {
        #expect(TestingSink().receive(DependencyIssue("boom", at: .unknown)))
      } matching: {
        $0.comments == ["boom"]
      }
    }
  }
}
