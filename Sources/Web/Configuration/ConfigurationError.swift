/// Something in the configuration that keeps the program from starting, in words for the person who
/// started it.
public struct ConfigurationError: Error, Equatable, CustomStringConvertible {
    /// What is wrong and what to do about it.
    public let description: String

    /// Makes an error from its text.
    public init(_ description: String) {
        self.description = description
    }
}
