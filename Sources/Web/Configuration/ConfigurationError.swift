/// An error in the configuration that prevents the start, in words for the administrator.
public struct ConfigurationError: Error, Equatable, CustomStringConvertible {
    /// The fault and its remedy.
    public let description: String

    public init(_ description: String) {
        self.description = description
    }
}
