/// What the default cache keeps a value for: a key, or a ``Lazy``.
protocol ResolutionSubject: AnyObject, Sendable {
  /// What messages call it. Finding out takes longer than most values take to compute.
  var name: String { get }

  /// Its number, by which caches find it; -1 if it has none.
  var number: Int { get }

  /// Whether its value holds only where what was read would be read again.
  var dependsOnReads: Bool { get }

  /// Computes the value, with `frame` bound.
  func makeDefault(in frame: ResolutionFrame) -> Default
}
