import DependenceModules
import DependenceTesting
import Observation
import Testing

// MARK: - Register by key path

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

@MainActor
@Observable
final class PlayerModel {
  @ObservationIgnored
  @Dependency(\.playlist) var playlist

  @ObservationIgnored
  @Dependency(\.player, resolve: .captured) var player
}

final class Playlist: Sendable {
  let catalogue: Catalogue

  init() {
    @Dependency(\.catalogue) var catalogue
    self.catalogue = catalogue
  }
}

extension Dependencies {
  var catalogue: Catalogue { Catalogue(name: "everything") }
}

@Test(.dependencies { $0[\.catalogue] = Catalogue(name: "jazz") })
func `a playlist is filled from the catalogue`() {
  @Dependency(\.playlist) var playlist

  #expect(playlist.catalogue.name == "jazz")
}

@Test func `an override is seen by those who read later`() {
  @Dependency(\.playlist) var playlist
  let old = playlist

  Dependencies.override(\.catalogue) { Catalogue(name: "blues") }
  #expect(playlist === old)

  Dependencies.overrideResettingAll(\.catalogue) { Catalogue(name: "folk") }
  #expect(playlist.catalogue.name == "folk")
}

extension Dependencies {
  var lyrics: any Lyrics { Dependencies.forwarding(for: \.lyrics) }
}

let playerModules = Dependencies {
  Module(\.lyrics) { PrintedLyrics() }
}

@Test func `the modules of the player are complete`() throws {
  try playerModules.validate(\.lyrics, \.playlist)
}

// MARK: - Tests of the examples

struct KeyPathExampleTests {
  @MainActor @Test func `a model keeps a captured dependency after an override`() {
    let model = PlayerModel()

    Dependencies.overrideResettingAll(\.player) { SilentPlayer() }

    #expect(model.player is UnimplementedPlayer)
    #expect(PlayerModel().player is SilentPlayer)
    #expect(model.playlist.catalogue.name == "everything")
  }

  @Test(.modules(playerModules))
  func `the app provides the value that a package forwards`() {
    @Dependency(\.lyrics) var lyrics

    #expect(lyrics is PrintedLyrics)
  }

  @Test func `properties of the same name are distinguished by their root type`() {
    @Dependency(\Dependencies.shared) var one
    @Dependency(\DependencyValues.shared) var other

    #expect(one == 1)
    #expect(other == 2)
  }
}

extension Dependencies {
  fileprivate var shared: Int { 1 }
}

extension DependencyValues {
  fileprivate var shared: Int { 2 }
}

protocol Lyrics: Sendable {}
struct PrintedLyrics: Lyrics {}

protocol Player: Sendable {}
struct LivePlayer: Player {}
struct SilentPlayer: Player {}
struct UnimplementedPlayer: Player {}

final class Catalogue: Sendable {
  let name: String

  init(name: String) { self.name = name }
}
