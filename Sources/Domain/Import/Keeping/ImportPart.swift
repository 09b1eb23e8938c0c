/// What a part of an import makes and changes, which is saved by itself.
struct ImportPart: Codable {
    var made: [MadeRecords]
    var changed: [ChangedRecord]
    /// The folders that are made for its places, each before those in it; nil for none.
    var folders: [String]?
    /// The record numbers of those whose cards it makes or changes; nil for nobody.
    var cardOwners: [Int64]?
    /// How it moves on the number that no sale after it gets; nil if it does not.
    var numbering: Numbering?

    /// The greatest number that a sale ever had, before and after a save.
    struct Numbering: Codable {
        let former: Int64
        let last: Int64
    }
}
