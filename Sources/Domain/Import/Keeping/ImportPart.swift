/// What a part of an import makes and changes, which is saved by itself.
struct ImportPart: Codable {
    var made: [MadeRecords]
    var changed: [ChangedRecord]
}
