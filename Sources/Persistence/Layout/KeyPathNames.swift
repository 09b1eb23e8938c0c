/// The property names that stand behind the key paths of generated properties.
struct KeyPathNames: Sendable {
    // Key paths of generated properties capture nothing; the compiler cannot see that of AnyKeyPath.
    nonisolated(unsafe) let names: [AnyKeyPath: String]

    init(_ names: [AnyKeyPath: String] = [:]) {
        self.names = names
    }
}
