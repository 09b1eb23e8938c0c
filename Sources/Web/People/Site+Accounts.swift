import Domain

extension Site {
    /// Sees to it that whoever can reach the server from elsewhere has to sign in.
    ///
    /// - Throws: ``ConfigurationError`` that says how to add the first person.
    func checkAccounts() async throws {
        guard configuration.isExposed, try await accounts.isEmpty else { return }
        let place =
            household.directory.isShared ? "--store …" : "--data \(configuration.dataDirectory)"
        throw ConfigurationError(
            """
            Others than this machine are to reach the server, and nobody can sign in yet. Add yourself \
            first: homeowner user add NAME \(place)
            """)
    }
}
