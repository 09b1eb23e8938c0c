extension Set<String> {
    /// Adds a name, with the first free number behind it if it is taken.
    mutating func insertUnique(_ name: String) -> String {
        var candidate = name
        var suffix = 0
        while !insert(candidate).inserted {
            suffix += 1
            candidate = "\(name)\(suffix)"
        }
        return candidate
    }
}
