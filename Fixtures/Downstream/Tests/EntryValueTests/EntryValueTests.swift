import DependenceMacros
import DependenceTesting
import Rates
import Testing

/// Entries whose values are created by the initializers of clients in this file, in other files and
/// in other modules.
extension DependencyValues {
  @DependencyEntry(
    preview: LocalClient(answer: { _ in "preview" }),
    test: LocalClient { question in "test of \(question)" }
  )
  var local: LocalClient = LocalClient(answer: { _ in "live" })

  @DependencyEntry(test: FileClient(read: { path in "test of \(path)" }, limit: 4))
  var files = FileClient(read: { _ in "live" })

  @DependencyEntry(preview: ServerClient(host: "preview") { _ in "" })
  var server = ServerClient(host: "live")

  @DependencyEntry(test: Feature.Client(load: { [Feature.Item()] }))
  var feature: Feature.Client = Feature.Client()

  @DependencyEntry(test: Feature.Generic<Int> { _ in 7 })
  var generic = Feature.Generic<Int>()

  @DependencyEntry(test: RateClient(rate: { _ in 4 }))
  var otherRates: RateClient = RateClient()
}

@DependencyClient
struct LocalClient: Sendable {
  var answer: @Sendable (_ question: String) async throws -> String
}

struct EntryValueTests {
  @Test func `a client in the same file is the test value`() async throws {
    #expect(try await DependencyValues.current.local.answer(question: "life") == "test of life")
  }

  @Test(.dependencies { $0.context = .preview })
  func `a client in the same file is the preview value`() async throws {
    #expect(try await DependencyValues.current.local.answer("life") == "preview")
    #expect(DependencyValues.current.server.host == "preview")
  }

  @Test func `a client in another file is the test value`() async throws {
    #expect(try await DependencyValues.current.files.read(path: "a") == "test of a")
    #expect(DependencyValues.current.files.limit == 4)
  }

  @Test func `a nested client is the test value`() async throws {
    #expect(try await DependencyValues.current.feature.load() == [Feature.Item()])
    #expect(DependencyValues.current.feature.limit == 5)
    #expect(try await DependencyValues.current.generic.load(Feature.Item()) == 7)
  }

  @Test func `a client in another module is the test value`() async throws {
    #expect(try await DependencyValues.current.rates.rate("EUR") == 3)
    #expect(DependencyValues.current.rates.isFixed(currency: "EUR"))
    #expect(try await DependencyValues.current.otherRates.rate("EUR") == 4)
    #expect(try await converted(2) == 14)
  }

  @Test func `an endpoint that an initializer leaves out is unimplemented`() async {
    await expectUnimplemented("RateClient.refresh", count: 1) {
      try? await DependencyValues.current.otherRates.refresh()
    }
  }
}
