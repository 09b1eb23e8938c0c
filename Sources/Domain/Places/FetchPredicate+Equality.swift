import Persistence

extension FetchPredicate {
    /// That a text is equal to another, byte by byte.
    static func equal(_ key: String, _ text: String) -> FetchPredicate {
        .comparison(FetchComparison(.keyPath([key]), .equal, .constant(.string(text))))
    }

    /// That an answer is yes, or no.
    static func equal(_ key: String, _ isTrue: Bool) -> FetchPredicate {
        .comparison(FetchComparison(.keyPath([key]), .equal, .constant(.boolean(isTrue))))
    }
}
