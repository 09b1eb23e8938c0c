import Domain
import Persistence

extension Site {
    /// Changes records; what breaks a rule of the model refuses the form.
    ///
    /// - Throws: ``FormRefusal`` if validation finds faults, and what the closure throws.
    func change<T: Sendable>(
        _ body: @escaping @Sendable (ManagedObjectContext) throws -> T
    ) async throws -> T {
        do {
            return try await household.container.write(body)
        } catch PersistenceError.validation(let faults) {
            throw FormRefusal(faults: faults.map(FormFault.init))
        }
    }
}
