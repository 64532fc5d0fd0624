// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "Weather",
  dependencies: [.package(url: "https://github.com/Swinject/Swinject.git", from: "2.9.0")],
  targets: [
    .target(name: "Weather", dependencies: ["Swinject"]),
    .testTarget(name: "WeatherTests", dependencies: ["Weather", "Swinject"]),
  ]
)
