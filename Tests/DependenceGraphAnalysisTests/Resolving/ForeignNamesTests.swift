import Testing

@testable import DependenceGraphAnalysis

struct ForeignNamesTests {
  @Test(arguments: [
    ("NSObject", true), ("NSView", true), ("UIViewController", true), ("UIWindow", true),
    ("View", false), ("App", false), ("NSString", false), ("UIImage", false),
    ("UIApplicationDelegate", false), ("NSViewRepresentable", false),
  ])
  func `a class of a framework is plain, and no protocol or type of another kind`(
    name: String,
    isPlain: Bool
  ) {
    #expect(ForeignNames.isPlainClass(name) == isPlain)
  }
}
