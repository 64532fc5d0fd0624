#error(
  """
  Migration to dependence reads Swift with the SwiftSyntax that a Swift toolchain ships, and this toolchain has \
  none in usr/lib/swift/host. Use a toolchain from swift.org, or set DEPENDENCE_SWIFT_HOST to the usr/lib/swift/host \
  of one of the same version.
  """
)
