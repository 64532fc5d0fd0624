import DependenceGraph
import ThirdParty

@Instantiable
extension SecurePersistentStorage: Instantiable {
  /// A public static function that defines how the graph makes the type.
  public static func instantiate() -> SecurePersistentStorage {
    SecurePersistentStorage()
  }
}
