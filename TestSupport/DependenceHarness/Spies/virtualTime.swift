import Dependence

/// How far `clock` has come, or else the continuous clock that `frame` brings; nil if that is not a
/// clock whose time a test moves.
func virtualTime(of clock: (any Clock<Duration>)?, in frame: Frame) -> Duration? {
  let clock = clock ?? frame.peek(at: ContinuousClockKey.self)
  return (clock as? any VirtualClock)?.elapsed
}
