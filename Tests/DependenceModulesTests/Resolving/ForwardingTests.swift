import DependenceModules
import DependenceTesting
import Testing

struct ForwardingTests {
  @Dependency(\.forwarded) private var forwarded
  @Dependency(\.forwardedToOther) private var forwardedToOther

  @Test(.modules { Module(\.forwarded) { Service("provided") } })
  func `a module provides what a property leaves to it`() throws {
    #expect(forwarded.text == "provided")
    #expect(forwarded === forwarded)
    #expect(try Dependencies.resolve(\.forwarded) === forwarded)
  }

  @Test func `a property may lead to another one`() {
    #expect(forwardedToOther === DependencyValues.current[\.service])
  }

  @Test func `an override provides it too`() {
    Dependencies.override(\.forwarded) { Service("override") }

    #expect(forwarded.text == "override")
  }
}
