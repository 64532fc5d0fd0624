#error(
  """
  The macros of dependence are built with the SwiftSyntax that a Swift toolchain ships, and this \
  toolchain has none in usr/lib/swift/host. Use a toolchain from swift.org, or set \
  DEPENDENCE_SWIFT_HOST to the usr/lib/swift/host of one of the same version. Every other product \
  of the package builds without it.
  """
)
