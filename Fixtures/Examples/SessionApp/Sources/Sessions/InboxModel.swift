import Dependence
import Observation

/// The messages of the user in whose session the model was made.
@MainActor @Observable
public final class InboxModel {
  // Captured, because views call the model outside of the session's scope.
  @ObservationIgnored
  @Dependency(\.currentUser, resolve: .captured) private var user
  @ObservationIgnored
  @Dependency(\.mailServer, resolve: .captured) private var server

  /// The user's messages, as far as they are known.
  public private(set) var messages: [String] = []

  /// The messages' owner; nil if the model was made outside of a session.
  public var owner: User? { user }

  init() {}

  /// Asks for new messages. What is known stays if that fails.
  public func refresh() async {
    guard let user else { return }
    messages = (try? await server.messages(user)) ?? messages
  }
}
