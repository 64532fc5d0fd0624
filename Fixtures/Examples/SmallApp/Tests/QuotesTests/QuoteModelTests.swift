import DependenceMacros
import DependenceSimulation
import DependenceTesting
import Quotes
import Testing

@Suite(.dependencies)
struct QuoteModelTests {
  private static let haste = Quote("Make haste slowly.", by: "Augustus")

  @Test(.dependencies { $0.quoteClient.fetch = { _ in haste } })
  func `a quote that is found is shown`() async {
    let model = await QuoteModel()

    await model.load(topic: "haste")

    #expect(await model.state == .loaded(Self.haste))
  }

  @Test(.dependencies { $0.quoteClient.fetch = { throw QuoteError.nothingSaid(topic: $0) } })
  func `a topic without a quote is said`() async {
    let model = await QuoteModel()

    await model.load(topic: "silence")

    #expect(await model.state == .failed(topic: "silence"))
  }

  @Test func `a model asks nobody before it is told to`() async {
    // The endpoint is unimplemented in this test, so the test would fail if the model requested a
    // quote.
    #expect(await QuoteModel().state == .empty)
  }

  @Test func `the client is asked for the topic`() async {
    let fetch = Spy<String, Quote>("QuoteClient.fetch")

    await withDependencies {
      $0.quoteClient.fetch = fetch.wrap { _ in Self.haste }
    } operation: {
      await QuoteModel().load(topic: "haste")
    }

    fetch.expectCalls(["haste"])
  }

  @Test(.enabled(if: Simulation.isSupported), .explore(200))
  func `the last topic wins, in whatever order the answers come`() async {
    let (asked, ask) = AsyncStream.makeStream(of: Never.self)

    await withDependencies {
      $0.quoteClient.fetch = { topic in
        ask.finish()
        await Task.yield()
        return Quote("on \(topic)", by: "nobody")
      }
    } operation: {
      let model = await QuoteModel()
      async let first: Void = model.load(topic: "haste")
      // Wait until the first request has been sent.
      for await _ in asked {}
      await model.load(topic: "errors")
      await first

      #expect(await model.state == .loaded(Quote("on errors", by: "nobody")))
    }
  }

  @Test func `a model that is loaded by accident fails the test`() async {
    await expectUnimplemented("QuoteClient.fetch", count: 1) {
      await QuoteModel().load(topic: "haste")
    }
  }
}
