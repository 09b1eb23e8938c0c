import ServiceLifecycle

/// A service with the name of its type, without which a group describes it with all that it holds.
struct NamedService: Service, CustomStringConvertible {
    let service: any Service

    var description: String { "\(type(of: service))" }

    func run() async throws { try await service.run() }
}
