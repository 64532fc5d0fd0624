#error(
  """
  The macros of this package need the SwiftSyntax libraries of the Swift toolchain, and this \
  toolchain does not have them in usr/lib/swift/host. Use a toolchain from swift.org, or set \
  DEPENDENCE_SWIFT_HOST to the usr/lib/swift/host folder of a toolchain of the same version that has \
  them. All other products of this package build without these libraries.
  """
)
