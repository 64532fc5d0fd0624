import DependenceGraphKernel

/// The error thrown when the user passes the name of a type, protocol, or module that does not
/// exist, or that the command cannot use. If the name does not exist, the message suggests similar
/// names.
struct UnknownName: Error {
  private static let mostNames = 3

  /// The names to suggest: the most similar known name, followed by known names that contain the
  /// unknown name or are part of it.
  let nearest: [String]
  let message: String

  init(message: String) { (nearest, self.message) = ([], message) }

  init(_ kind: String, _ name: String, among known: [String]) {
    let slip = NearestName.nearest(to: name, among: known)
    let last = name.lastComponent.lowercased()
    let alike = known.filter { candidate in
      let other = candidate.lastComponent.lowercased()
      return !last.isEmpty && candidate != slip && (other.contains(last) || last.contains(other))
    }
    nearest = Array(((slip.map { [$0] } ?? []) + alike).prefix(Self.mostNames))
    let names = nearest.map { "'\($0)'" }.joined(separator: ", or ")
    let remedy = names.isEmpty ? "check its spelling" : "did you mean \(names)?"
    message = "no \(kind) is named '\(name)'; \(remedy)"
  }
}
