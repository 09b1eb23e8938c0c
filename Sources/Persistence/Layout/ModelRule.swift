import ObjectModel

/// A predicate of the model that a value or an object has to fulfil.
struct ModelRule: Sendable {
    let predicate: FetchPredicate
    /// The reason that a person reads when it fails.
    let message: String

    /// - Parameter owner: the attribute or entity, for the error.
    /// - Throws: `PersistenceError.unsupportedPredicate` if the text is no predicate.
    init(_ description: ValidationPredicate, of owner: String) throws {
        message = description.message
        do {
            predicate = try FetchPredicate(format: description.format)
        } catch {
            throw PersistenceError.unsupportedPredicate("A rule of \(owner): \(error)")
        }
    }
}
