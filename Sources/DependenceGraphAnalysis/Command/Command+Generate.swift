import Foundation

extension Command {
  /// What the build plugin asks for. Not part of the help: its arguments are the plugin's business.
  static func generate(_ arguments: [String], on terminal: Terminal) -> Int32 {
    guard let request = GenerateRequest(arguments: arguments) else {
      terminal.error("error: 'generate' is for the build plugin; use 'check', or '--help'\n")
      return 2
    }
    do {
      let findings = try request.run()
      terminal.error(TextReport.render(findings))
      return findings.isEmpty ? 0 : 1
    } catch {
      terminal.error(
        "error: the generated code cannot be written: \(error.localizedDescription.printable)\n"
      )
      return 1
    }
  }
}
