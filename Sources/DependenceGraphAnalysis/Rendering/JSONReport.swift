import Foundation

/// A graph and its findings for other tools to read.
package enum JSONReport {
  /// - Returns: JSON with sorted keys, and a line break at its end.
  package static func render(_ analysis: Analysis, findings: [Finding]) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    // Strings, numbers and booleans: there is nothing that JSON cannot say.
    let data = try! encoder.encode(GraphDocument(analysis, findings: findings))
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}
