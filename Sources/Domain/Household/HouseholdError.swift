/// The reason why a household cannot be opened, as a sentence.
public struct HouseholdError: Error, Equatable, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
