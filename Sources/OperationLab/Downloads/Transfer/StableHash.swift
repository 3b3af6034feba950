import Foundation

/// A number that bytes always have, in every process and on every machine. FNV-1a with 64 bits.
///
/// `hashValue` is another in every process. This one does not protect against bytes that were
/// chosen to have the same number.
package enum StableHash {
  package static func of(_ data: Data) -> UInt64 {
    data.withUnsafeBytes { bytes in
      bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
  }

  /// Sixteen hexadecimal digits.
  package static func digits(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
