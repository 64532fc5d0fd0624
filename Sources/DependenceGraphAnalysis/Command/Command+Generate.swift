import Foundation

extension Command {
  /// What the build plugin asks for. Not part of the help: its arguments are the plugin's business.
  static func generate(_ arguments: [String], on terminal: Terminal) -> Int32 {
    guard let request = GenerateRequest(arguments: arguments) else {
      terminal.error("error: 'generate' is for the build plugin; use 'check', or '--help'\n")
      return 2
    }
    do {
      let project = request.scan()
      let analysis = Analysis(project)
      let findings = Validator.findings(in: analysis, options: .init(isPartial: !request.isTest))
      if findings.isEmpty {
        let name = request.modules[0].name
        let source = GeneratedFile.source(of: analysis.graph, project: project, module: name)
        try request.write(request.isTest ? "" : source)
      }
      terminal.error(TextReport.render(findings))
      return findings.isEmpty ? 0 : 1
    } catch {
      terminal.error("error: the generated code cannot be written: \(error.localizedDescription)\n")
      return 1
    }
  }
}
