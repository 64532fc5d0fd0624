// 'favorites' has no initial value, so it uses the key 'FavoritesKey'.
import DependenceMacros

struct Favorites: Sendable {}

extension DependencyValues {
  // The module declares no key with this name.
  @DependencyEntry var favorites: Favorites
}
