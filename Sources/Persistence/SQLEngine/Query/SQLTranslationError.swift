/// What a predicate asks for cannot be said in SQL; the predicate itself may be fine.
struct SQLTranslationError: Error {
    /// What it is.
    let reason: String
}
