// type 'WindowController' does not conform to protocol 'DependencyHosting'
import AppKit
import DependenceAppKit

final class WindowController: NSWindowController, DependencyHosting {}
