// error: initializer 'init(lifetime:_:)' requires that 'Query' conform to 'Hashable'
import Dependence

struct Query: Sendable {}

let results = DependencyFactory(lifetime: .shared) { (query: Query) in 1 }
