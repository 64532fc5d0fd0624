#if canImport(SwiftUI)
public import SwiftUI

// SwiftUI updates the dynamic properties that a dynamic property contains, here the wrapper's
// `Dependency`. An `@Inject` property of a view therefore inherits the view's overrides.
extension Inject: DynamicProperty {}
#endif
