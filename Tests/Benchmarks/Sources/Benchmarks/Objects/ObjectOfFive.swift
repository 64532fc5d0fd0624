import Dependence

/// An object that reads five dependencies by key.
final class ObjectOfFive {
  enum First: SevenKey {}
  enum Second: SevenKey {}
  enum Third: SevenKey {}
  enum Fourth: SevenKey {}
  enum Fifth: SevenKey {}

  @Dependency(First.self) private var first
  @Dependency(Second.self) private var second
  @Dependency(Third.self) private var third
  @Dependency(Fourth.self) private var fourth
  @Dependency(Fifth.self) private var fifth

  var sum: Int { first &+ second &+ third &+ fourth &+ fifth }

  /// Returns a new object. This function is not inlined, so that the optimizer cannot allocate the
  /// object on the stack.
  @inline(never)
  static func make() -> ObjectOfFive { ObjectOfFive() }
}

/// An object that reads five dependencies by key path.
final class ObjectOfFiveKeyPaths {
  @Dependency(\.first) private var first
  @Dependency(\.second) private var second
  @Dependency(\.third) private var third
  @Dependency(\.fourth) private var fourth
  @Dependency(\.fifth) private var fifth

  var sum: Int { first &+ second &+ third &+ fourth &+ fifth }
}

extension DependencyValues {
  fileprivate var first: Int { self[ObjectOfFive.First.self] }
  fileprivate var second: Int { self[ObjectOfFive.Second.self] }
  fileprivate var third: Int { self[ObjectOfFive.Third.self] }
  fileprivate var fourth: Int { self[ObjectOfFive.Fourth.self] }
  fileprivate var fifth: Int { self[ObjectOfFive.Fifth.self] }
}
