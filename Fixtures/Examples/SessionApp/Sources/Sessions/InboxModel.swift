import Dependence
import Observation

/// A model of the messages of a user. The user is the one in whose session the model was created.
@MainActor @Observable
public final class InboxModel {
  // Capture the dependencies, because views call the model outside the session's scope.
  @ObservationIgnored
  @Dependency(\.currentUser, resolve: .captured) private var user
  @ObservationIgnored
  @Dependency(\.mailServer, resolve: .captured) private var server

  /// The messages that have been loaded so far.
  public private(set) var messages: [String] = []

  /// The user to whom the messages belong, or `nil` if the model was created outside a session.
  public var owner: User? { user }

  init() {}

  /// Loads the messages. If this fails, the model keeps the previous messages.
  public func refresh() async {
    guard let user else { return }
    messages = (try? await server.messages(user)) ?? messages
  }
}
