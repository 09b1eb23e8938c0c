/// Why a household cannot be opened, in a sentence.
public struct HouseholdError: Error, Equatable, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
