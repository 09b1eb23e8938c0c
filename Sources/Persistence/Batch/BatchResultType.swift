/// What is told of the records that a batch request wrote.
public enum BatchResultType: Sendable, Hashable {
    /// That it was done, and how many they are.
    case statusOnly
    /// Which records they are, so that contexts can take the changes over.
    case objectIDs
    /// How many they are: the same as `statusOnly`, under Core Data's name.
    case count
}
