/// A place where something is read, as whoever reads it knows it.
enum ReadPlace: Sendable {
  case compiled(ReadSite.Place)
  case written(SourceSite)
  case unknown

  /// The place in words, which may take a while.
  var site: SourceSite? {
    switch self {
    case .compiled(let place): place.site
    case .written(let site): site
    case .unknown: nil
    }
  }
}
