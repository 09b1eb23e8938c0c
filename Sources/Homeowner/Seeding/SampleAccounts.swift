import Domain

/// Accounts with published passwords, for a demo alone.
struct SampleAccounts {
    let directory: DataDirectory

    private static let people: [(name: String, role: Role)] = [
        ("Olga", .owner), ("Emil", .member), ("Vera", .viewer),
    ]

    /// Adds the accounts if there is none.
    ///
    /// - Returns: the lines that say who signs in how; none if no account was added.
    /// - Throws: errors of the store.
    func add() async throws -> [String] {
        let accounts = Accounts(directory: directory)
        var lines: [String] = []
        if try await accounts.isEmpty {
            for (name, role) in Self.people {
                let password = "\(name) looks at the demo"
                let account = try await accounts.add(name, password: password, role: role)
                lines.append("  \(account.name), \(account.role.rawValue): \(password)")
            }
            lines.insert(
                "This is a demo, and everyone knows its passwords. Sign in as one of these:", at: 0)
        }
        try accounts.close()
        return lines
    }
}
