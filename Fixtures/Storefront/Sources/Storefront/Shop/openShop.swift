import DependenceMacros

/// Opens the shop: the composition root, called once when the app starts.
///
/// It takes the place of the defaults everywhere. A second call is a reported issue and changes
/// nothing.
public func openShop(_ shop: Shop, selling products: [Product]) {
  prepareDependencies {
    $0.shop = shop
    $0.storeClient = .live(selling: products)
  }
}
