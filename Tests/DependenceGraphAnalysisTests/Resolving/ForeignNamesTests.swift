import Testing

@testable import DependenceGraphAnalysis

struct ForeignNamesTests {
  @Test(arguments: [
    ("NSObject", true), ("NSView", true), ("UIViewController", true), ("UIWindow", true),
    ("View", false), ("App", false), ("NSString", false), ("UIImage", false),
    ("UIApplicationDelegate", false), ("NSViewRepresentable", false),
  ])
  func `only known framework classes can be created without arguments`(
    name: String,
    isPlain: Bool
  ) {
    #expect(ForeignNames.isPlainClass(name) == isPlain)
  }
}
