// value of type 'DependencyValues' has no member 'libary'
import AppIntents
import DependenceAppIntents

func start() {
  AppDependencyManager.shared.add(from: \.libary)
}
