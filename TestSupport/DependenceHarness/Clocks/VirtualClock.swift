/// A clock whose time has nothing to do with the time of day.
package protocol VirtualClock: Sendable {
  /// The virtual time since the clock was made.
  var elapsed: Duration { get }
}

extension TestClock: VirtualClock {
  package var elapsed: Duration { now.offset }
}

extension ImmediateClock: VirtualClock {
  package var elapsed: Duration { now.offset }
}
