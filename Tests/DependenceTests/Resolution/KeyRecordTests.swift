@testable import Dependence
import DependenceTesting
import Testing

struct KeyRecordTests {
  private struct Client: Sendable {}

  private struct Label: RecordLabel {
    let name = "client"
    let accessor = "client"
  }

  private enum ClientKey: DependencyKey {
    static var liveValue: Client { Client() }
    static var testValue: Client { Client() }
  }

  @Test func `a lookup by value type finds type keys and ignores labeled keys`() {
    let (labeled, record) = (KeyRecord<Client>(label: Label()), KeyRecord.of(ClientKey.self))

    let found = KeyRegistry.records(withValuesOf: Client.self)

    #expect(found.map(ObjectIdentifier.init) == [ObjectIdentifier(record)])
    #expect(labeled.isLabeled)
  }
}
