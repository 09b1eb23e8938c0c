/// What a part of an import makes and changes, which is saved by itself.
struct ImportPart: Codable {
    var made: [MadeRecords]
    var changed: [ChangedRecord]
    /// The folders that are made for its places, each before those in it; nil for none.
    var folders: [String]?
}
