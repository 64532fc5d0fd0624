extension Int {
  /// Returns this number followed by a noun, such as "1 step" or "2 steps".
  func counting(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}
