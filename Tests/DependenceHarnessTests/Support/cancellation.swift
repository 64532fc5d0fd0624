/// Suspends the current task until it is cancelled.
func cancellation() async {
  let (nothing, source) = AsyncStream.makeStream(of: Never.self)
  for await _ in nothing {}
  source.finish()
}
