import DependenceMacros

/// Opens the shop. This function is the composition root, which the app calls once when it starts.
///
/// The function replaces the default values everywhere. A second call reports an issue and changes
/// nothing.
public func openShop(_ shop: Shop, selling products: [Product]) {
  prepareDependencies {
    $0.shop = shop
    $0.storeClient = .live(selling: products)
  }
}
