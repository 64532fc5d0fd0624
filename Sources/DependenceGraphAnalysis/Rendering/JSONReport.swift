import Foundation

/// A graph and its findings for other tools to read.
enum JSONReport {
  static func render(_ analysis: Analysis, findings: [Finding]) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    let data = try! encoder.encode(GraphDocument(analysis, findings: findings))
    return String(decoding: data, as: UTF8.self) + "\n"
  }
}
