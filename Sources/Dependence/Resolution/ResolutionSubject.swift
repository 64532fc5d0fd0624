/// What the default cache keeps a value for: a key, or a ``Lazy``.
protocol ResolutionSubject: AnyObject, Sendable {
  /// What messages call it. Finding out takes longer than most values take to compute.
  var name: String { get }

  /// Computes the value, with `frame` bound, and seals the frame.
  func makeDefault(in frame: ResolutionFrame) -> Default
}
