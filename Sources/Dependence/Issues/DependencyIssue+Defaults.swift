extension DependencyIssue {
  /// The issue of using a default that has a flaw.
  init(_ flaw: Default.Flaw, of record: AnyKeyRecord, at site: SourceSite) {
    switch flaw {
    case .liveOnly:
      let message = """
        \(record.name) has no test value, so this test got its live one. Override it for the test \
        (.dependencies { … } on the test, or withDependencies), or declare `static var testValue` in \
        \(record.name).
        """
      self.init(message, at: site)
    case .withoutLiveValue:
      let message = """
        \(record.name) has no live value, so its test value was used. Conform it to DependencyKey in \
        a module that this program links, or override it at the composition root \
        (prepareDependencies).
        """
      self.init(message, at: site)
    case .unimplemented:
      let key = record.key as? any PlaceholderDependencyKey.Type
      let name = key?.property ?? record.name
      let place = key?.property.map { ".\($0)" } ?? record.place
      let override = "$0\(place) = \(key?.example ?? "…")"
      let message = unimplementedMessage("\(name) was read", override: override)
      self.init(message, kind: .unimplemented(endpoint: name), at: site)
    }
  }
}
