#error(
  """
  The migration command of this package needs the SwiftSyntax libraries of the Swift toolchain, and this \
  toolchain does not have them in usr/lib/swift/host. Use a toolchain from swift.org, or set \
  DEPENDENCE_SWIFT_HOST to the usr/lib/swift/host folder of a toolchain of the same version that has \
  them.
  """
)
