// error: cannot pass function of type '@Sendable () async -> Int' to parameter expecting synchronous function type
import DependenceModules

func load() async -> Int { 1 }

let modules = Dependencies {
  Module(lifetime: .transient) { await load() }
}
