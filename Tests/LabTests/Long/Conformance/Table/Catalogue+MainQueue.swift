extension Catalogue {
  /// Subjects of `BrokenMainQueue.swift`.
  static let mainQueue: [CatalogueRow] = [
    CatalogueRow(
      "MainQueueOperation", "while the main thread waited", by: "main-thread-may-wait",
      breaks: ["main-thread-may-wait"]),
    CatalogueRow(
      "BeginsOnTheMainQueue", "while the main thread waited", by: "main-thread-may-wait",
      breaks: ["main-thread-may-wait"]),
  ]
}
