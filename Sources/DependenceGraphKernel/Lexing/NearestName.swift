/// A namespace for finding the existing name that is most similar to a misspelled one, so that an
/// error message can suggest it.
package enum NearestName {
  package static func nearest(to name: String, among candidates: [String]) -> String? {
    let limit = max(1, name.utf8.count / 3)
    let wanted = Array(name.lowercased().utf8)
    var best: (name: String, distance: Int)?
    for candidate in candidates where candidate != name {
      guard abs(candidate.utf8.count - name.utf8.count) <= limit else { continue }
      let distance = distance(from: wanted, to: Array(candidate.lowercased().utf8))
      if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.name
  }

  private static func distance(from left: [UInt8], to right: [UInt8]) -> Int {
    var older: [Int] = []
    var last = Array(0...right.count)
    for row in 0..<left.count {
      var next = [row + 1]
      for column in 0..<right.count {
        let replaced = last[column] + (left[row] == right[column] ? 0 : 1)
        var cost = min(replaced, last[column + 1] + 1, next[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          cost = min(cost, older[column - 1] + 1)
        }
        next.append(cost)
      }
      older = last
      last = next
    }
    return last[right.count]
  }
}
