import Domain
import Persistence

extension Site {
    /// Changes records; what breaks a rule of the model, or doubles a value that is to be unique,
    /// refuses the form.
    ///
    /// - Throws: ``FormRefusal`` for such faults, and what the closure throws.
    func change<T: Sendable>(
        _ body: @escaping @Sendable (ManagedObjectContext) throws -> T
    ) async throws -> T {
        do {
            return try await PostMemory.changing { try await household.write(body) }
        } catch {
            throw FormRefusal(ofSaving: error) ?? error
        }
    }
}
