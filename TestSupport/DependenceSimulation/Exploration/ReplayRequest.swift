import Dependence

/// What the environment asks to be replayed.
enum ReplayRequest {
  /// The environment variable with the token of the schedule that every simulation takes.
  static let variable = "DEPENDENCE_REPLAY"

  /// The token, or what is wrong with it; nil if nothing is asked for.
  static var fromEnvironment: Result<ReplayToken, ReplayTokenError>? {
    System.environmentVariable(variable).map { text in
      Result { () throws(ReplayTokenError) in try ReplayToken(text) }
    }
  }
}
