import Domain
import Hummingbird
import Persistence

extension Site {
    /// Sees to it that whoever can reach the server from elsewhere has to sign in, and that a database keeps the
    /// accounts.
    ///
    /// - Throws: ``ConfigurationError`` that says how to add the first person, or what the role may not do.
    func checkAccounts() async throws {
        do {
            try await checkWhoSignsIn()
        } catch PersistenceError.cannotOpen(let place, .noPermission(let reason)) {
            throw ConfigurationError(
                """
                The accounts cannot be opened (\(place)): \(reason). They have a schema of their own beside \
                that of the records: the role needs the right to make it (GRANT CREATE ON DATABASE), or \
                make it for the role beforehand.
                """)
        }
    }

    private func checkWhoSignsIn() async throws {
        if household.directory.isShared, !configuration.hasNoAccounts {
            _ = try await accounts.isEmpty
        }
        guard configuration.isExposed, try await accounts.isEmpty else { return }
        let place =
            household.directory.isShared ? "--store …" : "--data \(configuration.dataDirectory)"
        throw ConfigurationError(
            """
            Other machines are to reach the server, but no one can sign in yet. Add yourself \
            first: homeowner user add NAME \(place)
            """)
    }
}

extension Site {
    /// The address of the site as the client of a request knows it, without a slash at its end.
    func address(of request: Request) -> String { request.server + links.basePath.path }
}
