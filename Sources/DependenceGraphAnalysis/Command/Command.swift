import Foundation

/// The command `dependence`, but for the process around it.
package enum Command {
  /// Does what the arguments ask for.
  ///
  /// - Parameter arguments: Without the command's own name.
  /// - Returns: The exit code: 0 if nothing is wrong, 1 if something is, 2 if it is the arguments.
  package static func run(_ arguments: [String], on terminal: Terminal) -> Int32 {
    if arguments.first == "generate" {
      return generate(Array(arguments.dropFirst()), on: terminal)
    }
    if arguments.prefix(while: { $0 != "--" }).contains(where: { $0 == "--help" || $0 == "-h" }) {
      terminal.output(Invocation.help)
      return 0
    }
    do {
      return run(try Invocation(arguments), on: terminal)
    } catch {
      terminal.error(
        "error: \(error.message.printable)\n\nusage: dependence <verb> [<option>…] [<path>…]\n"
      )
      terminal.error("'dependence --help' says more\n")
      return 2
    }
  }

  private static func run(_ invocation: Invocation, on terminal: Terminal) -> Int32 {
    var listing = SourceListing()
    for path in invocation.paths.isEmpty ? defaultPaths : invocation.paths {
      listing.add(path.path, module: path.module)
    }
    let line = terminal.isInteractive ? ProgressLine(on: terminal) : nil
    var scanner = Scanner(
      configuration: ScanConfiguration(conditions: invocation.conditions),
      cache: invocation.cache.map { URL(filePath: $0) }
    )
    if let line { scanner.progress = { line.show($0, of: $1) } }
    let scan = scanner.scan(listing)
    line?.clear()
    let analysis = Analysis(scan.project)
    let findings = Validator.findings(
      in: analysis,
      options: Validator.Options(isPartial: invocation.isPartial)
    )
    let isColoured =
      switch invocation.colour {
      case .always: true
      case .never: false
      case .auto: terminal.prefersColour
      }
    terminal.error(TextReport.render(findings, isColoured: isColoured))
    // A graph of which parts are not known is not worth showing.
    if findings.contains(where: { $0.kind == .unreadable || $0.kind == .syntax }) { return 1 }
    if findings.isEmpty, analysis.graph.nodes.isEmpty, !invocation.isPartial {
      terminal.error(nothing(in: listing))
      return 1
    }
    let answer: String
    switch invocation.verb {
    case .check: answer = findings.isEmpty ? CheckSummary.text(of: analysis) : ""
    case .dot: answer = DotReport.render(analysis)
    case .json: answer = JSONReport.render(analysis, findings: findings)
    case .svg: answer = SVGReport.render(analysis)
    case .why:
      do throws(WhyReport.UnknownType) {
        answer = try WhyReport(invocation.typeName ?? "", in: analysis).text
      } catch {
        let remedy = error.nearest.map { "did you mean '\($0)'?" } ?? "check its spelling"
        terminal.error("error: no @Instantiable type is '\(error.name)'; \(remedy)\n".shown)
        return 1
      }
    }
    if let output = invocation.output {
      do {
        try Data(answer.utf8).write(to: URL(filePath: output), options: .atomic)
      } catch {
        terminal.error(
          "error: '\(output)' cannot be written; check that its folder exists and may be written to\n"
            .shown
        )
        return 1
      }
    } else {
      terminal.output(answer)
    }
    return findings.isEmpty ? 0 : 1
  }

  private static var defaultPaths: [Invocation.Path] {
    let hasSources = FileManager.default.fileExists(atPath: "Sources")
    return [Invocation.Path(path: hasSources ? "Sources" : ".", module: nil)]
  }

  /// A check that found nothing to check must not pass for one that found nothing wrong.
  private static func nothing(in listing: SourceListing) -> String {
    listing.files.isEmpty
      ? "error: there is no Swift file to read; check the paths\n"
      : """
      error: none of \(listing.files.count) files has a type that is @Instantiable, so that nothing \
      was checked; check the paths, or say '--partial'

      """
  }
}

extension String {
  /// The line with what could command a terminal made visible, but for its own end.
  fileprivate var shown: String { "\(dropLast().description.printable)\n" }
}
