#if canImport(SwiftUI)
public import SwiftUI

// SwiftUI also updates the dynamic properties inside a dynamic property, such as the `Dependency`
// inside this wrapper. An `@Inject` property of a view therefore inherits the view's overrides.
extension Inject: DynamicProperty {}
#endif
