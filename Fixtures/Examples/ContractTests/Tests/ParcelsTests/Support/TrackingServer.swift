import Foundation
import Parcels

/// A tracking service on 127.0.0.1, which runs on a separate thread.
///
/// The server answers one request per connection, and runs until the process ends.
final class TrackingServer: Sendable {
  /// The server of this process. It starts when it is first used.
  static let shared = Result { try TrackingServer(parcels) }

  static let parcels = [
    Parcel(number: "1001", city: "Ghent"), Parcel(number: "1002", city: "Turin"),
  ]

  let address: URL

  private init(_ parcels: [Parcel]) throws {
    let listener = try Self.openListener()
    guard let address = URL(string: "http://127.0.0.1:\(try Self.port(of: listener))") else {
      throw URLError(.badURL)
    }
    self.address = address
    Thread.detachNewThread {
      while true {
        let connection = accept(listener, nil, nil)
        if connection < 0 { continue }
        Self.send(Self.response(to: Self.request(from: connection), parcels), to: connection)
        close(connection)
      }
    }
  }

  private static func response(to request: String, _ parcels: [Parcel]) -> String {
    // The first line of a request is, for example, "GET /parcels/1001 HTTP/1.1".
    let path = request.split(separator: " ").dropFirst().first ?? ""
    let number = path.split(separator: "/").last ?? ""
    let parcel = parcels.first { $0.number == number }
    let body = parcel.flatMap { try? JSONEncoder().encode($0) } ?? Data()
    return """
      HTTP/1.1 \(parcel == nil ? "404 Not Found" : "200 OK")\r
      Content-Type: application/json\r
      Content-Length: \(body.count)\r
      Connection: close\r
      \r
      \(String(decoding: body, as: UTF8.self))
      """
  }
}

// MARK: - Sockets

extension TrackingServer {
  /// Opens a socket on a port that the system chooses.
  private static func openListener() throws -> Int32 {
    #if canImport(Darwin)
    let listener = socket(AF_INET, SOCK_STREAM, 0)
    #else
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) }
    }
    guard status == 0, listen(listener, 16) == 0 else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    return listener
  }

  private static func port(of listener: Int32) throws -> UInt16 {
    var address = sockaddr_in()
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let status = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listener, $0, &size) }
    }
    guard status == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    return UInt16(bigEndian: address.sin_port)
  }

  /// Reads the head of an HTTP request, which ends with an empty line.
  private static func request(from connection: Int32) -> String {
    var head = Data()
    var buffer = [UInt8](repeating: 0, count: 1_024)
    while head.range(of: Data("\r\n\r\n".utf8)) == nil {
      let count = read(connection, &buffer, buffer.count)
      if count <= 0 { break }
      head.append(contentsOf: buffer.prefix(count))
    }
    return String(decoding: head, as: UTF8.self)
  }

  private static func send(_ text: String, to connection: Int32) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(connection, $0.baseAddress, $0.count) }
      if count <= 0 { break }
      rest = rest.dropFirst(count)
    }
  }
}
