enum Catalogue {
  static let rows: [CatalogueRow] = [CatalogueRow(sound: "LockOperation")]
  static var table: String { "" }
}
