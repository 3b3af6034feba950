import Foundation

/// A date as HTTP servers send it, `Sun, 06 Nov 1994 08:49:37 GMT`, read without a formatter.
///
/// The other two forms that RFC 9110 lets old servers use count as no date.
struct HTTPDate: Sendable {
  /// Seconds since 1970.
  let seconds: Int

  init?(_ text: String) {
    let words = text.split(separator: " ")
    guard words.count == 6, words[5] == "GMT", words[0].hasSuffix(",") else { return nil }
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let time = words[4].split(separator: ":").compactMap { Int($0) }
    guard let day = Int(words[1]), (1...31).contains(day),
      let month = months.firstIndex(of: String(words[2])),
      let year = Int(words[3]), (1970...9999).contains(year),
      time.count == 3, (0...23).contains(time[0]), (0...59).contains(time[1]),
      (0...60).contains(time[2])
    else { return nil }
    let days = HTTPDate.days(beforeMonth: month, of: year) + day - 1
    seconds = days * 86_400 + time[0] * 3_600 + time[1] * 60 + time[2]
  }

  private static func days(beforeMonth month: Int, of year: Int) -> Int {
    let isLeap = { (year: Int) in year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }
    let years = (1970..<year).reduce(0) { $0 + (isLeap($1) ? 366 : 365) }
    let lengths = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    return years + lengths.prefix(month).reduce(0, +)
  }
}
