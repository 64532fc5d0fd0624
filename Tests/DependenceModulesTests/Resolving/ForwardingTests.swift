import DependenceModules
import DependenceTesting
import Testing

struct ForwardingTests {
  @Dependency(\.forwarded) private var forwarded
  @Dependency(\.forwardedToOther) private var forwardedToOther

  @Test(.modules { Module(\.forwarded) { Service("provided") } })
  func `a module provides the value of a forwarded property`() throws {
    #expect(forwarded.text == "provided")
    #expect(forwarded === forwarded)
    #expect(try Dependencies.resolve(\.forwarded) === forwarded)
  }

  @Test func `a property can forward to another property`() {
    #expect(forwardedToOther === DependencyValues.current[\.service])
  }

  @Test func `an override provides the value of a forwarded property`() {
    Dependencies.override(\.forwarded) { Service("override") }

    #expect(forwarded.text == "override")
  }
}
