import DependenceTesting
import Feed
import FeedInterface
import Testing

@Suite(.dependencies)
struct FeedModelTests {
  private struct Failure: Error {}

  private static let post = Post("Hello.", by: "Grace")

  @Test(.dependencies { $0.feedClient.posts = { [post] } })
  func `what there is to read is shown`() async {
    let model = await FeedModel()

    await model.refresh()

    #expect(await model.posts == [Self.post])
    #expect(await !model.hasFailed)
  }

  @Test func `what was read stays when reading fails`() async {
    let model = await FeedModel()
    await withDependencies {
      $0.feedClient.posts = { [Self.post] }
    } operation: {
      await model.refresh()
    }

    await withDependencies {
      $0.feedClient.posts = { throw Failure() }
    } operation: {
      await model.refresh()
    }

    #expect(await model.posts == [Self.post])
    #expect(await model.hasFailed)
  }

  @Test func `a screen that nobody refreshes reads nothing`() async {
    let posts = Spy<[Post]>("FeedClient.posts")

    await withDependencies {
      $0.feedClient.posts = posts.wrap { [] }
    } operation: {
      _ = await FeedModel()
    }

    posts.expectNoCalls()
  }
}
