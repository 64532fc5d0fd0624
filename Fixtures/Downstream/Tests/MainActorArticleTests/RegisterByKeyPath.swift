import DependenceModules

extension Dependencies {
  var playlist: Playlist { Playlist() }

  var player: any Player {
    switch Dependencies.context {
    case .live: LivePlayer()
    case .preview: SilentPlayer()
    case .test: UnimplementedPlayer()
    }
  }
}

final class Playlist: Sendable {}

protocol Player: Sendable {}
struct LivePlayer: Player {}
struct SilentPlayer: Player {}
struct UnimplementedPlayer: Player {}
