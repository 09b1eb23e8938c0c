/// A kind of store, by the name that its metadata has for it (`NSStoreType`).
public struct StoreType: RawRepresentable, Sendable, Hashable, CustomStringConvertible {
    public let rawValue: String

    /// A kind of one's own, which `PersistentStoreCoordinator.registerStoreClass(_:forStoreType:)`
    /// makes known.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// A file in Core Data's SQLite layout.
    public static let sqlite = StoreType(rawValue: "SQLite")
    /// Memory; gone with the container.
    public static let inMemory = StoreType(rawValue: "InMemory")
    /// A binary file, in memory as a whole.
    public static let binary = StoreType(rawValue: "Binary")
    /// An XML file of Core Data's format, in memory as a whole.
    public static let xml = StoreType(rawValue: "XML")

    public var description: String { rawValue }
}
