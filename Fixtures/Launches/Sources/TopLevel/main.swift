import DependenceModules

prepareDependencies {
  $0.currency = "CHF"
  $0.postbox.stamp = { "1.20 CHF" }
}
letterModules.build()

Office().work()
