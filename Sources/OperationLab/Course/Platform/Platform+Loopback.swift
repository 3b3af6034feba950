import Foundation
import OperationLab

extension Platform {
  /// The address 127.0.0.1 with a port, as `bind(2)` and `connect(2)` want it.
  static func loopbackAddress(port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    setLength(of: &address)
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}

extension Platform {
  /// The event that ended a wait for the end of a connection.
  enum HangUpWait: Equatable, Sendable {
    case hungUp
    case otherIsReadable
    case timedOut
  }
}
