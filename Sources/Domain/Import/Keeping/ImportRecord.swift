public import Foundation

/// An import that was done, and what is needed to take it back: record numbers and former values.
public struct ImportRecord: Sendable, Hashable, Codable {
    /// What became of it.
    public enum State: String, Sendable, Hashable, Codable {
        /// It can be taken back.
        case done
        /// It was taken back.
        case undone
        /// It cannot be taken back: a person in it was removed, and the former values with them.
        case forgotten
    }

    /// A name that nobody can guess: the one that the file had while it waited.
    public let id: String
    /// When it was done.
    public let date: Date
    /// What the rows were.
    public let kind: ImportKind
    /// The name of the file; empty if it was forgotten.
    public private(set) var fileName: String
    /// How many rows made and changed records.
    public private(set) var counts: ImportCounts
    /// What became of it.
    public private(set) var state = State.done
    /// What it made and changed, and whose cards, if an earlier version saved it at once.
    private var made: [MadeRecords] = []
    private var changed: [ChangedRecord] = []
    private var cardOwners: [Int64]?
    /// The numbers of the sales that it made; nil if it made none.
    public private(set) var saleNumbers: NumberRanges?
    /// The folders that such a one made for its places.
    private var madeFolders: [String]?
    /// How many records of each entity it made: these are kept beside it, part by part.
    private var madeCounts: [String: Int]?
    /// How many parts it has; nil if an earlier version saved it.
    private var partCount: Int?
    /// The record numbers of the customers in the parts.
    private var partCustomers: NumberRanges?
    /// What was changed while it was taken back in parts, or may not go, and stays; nil for nothing.
    private var leftRecords: [String]?

    /// The record of an import that is about to be saved.
    init(id: String, of file: ImportFile) {
        self.id = id
        date = Date()
        kind = file.kind
        fileName = file.name
        counts = ImportCounts()
    }

    /// The record of all parts, which stay beside it.
    ///
    /// - Parameters:
    ///   - partCount: how many there are.
    ///   - made: how many records of each entity they made.
    ///   - customers: the record numbers of the customers in them.
    ///   - saleNumbers: the numbers of the sales that they made.
    func whole(
        _ counts: ImportCounts, parts partCount: Int, made: [String: Int],
        customers: Set<Int64>, saleNumbers: Set<Int64>
    ) -> ImportRecord {
        var record = self
        record.counts = counts
        record.partCount = partCount
        record.madeCounts = made
        record.partCustomers = customers.isEmpty ? nil : NumberRanges(customers)
        record.saleNumbers = saleNumbers.isEmpty ? nil : NumberRanges(saleNumbers)
        return record
    }

    /// Whether it has parts, which are kept beside it. Of what an earlier version saved, those that made something count.
    var hasParts: Bool { partCount.map { $0 > 0 } ?? !(madeCounts ?? [:]).isEmpty }

    /// What it did, if an earlier version saved it at once.
    var formerPart: ImportPart? {
        guard !(made.isEmpty && changed.isEmpty) else { return nil }
        return ImportPart(
            made: made, changed: changed, folders: madeFolders, cardOwners: cardOwners)
    }

    /// How many records of an entity it made.
    public func madeCount(_ entity: String) -> Int {
        madeCounts?[entity]
            ?? made.reduce(0) { $0 + ($1.entity == entity ? $1.numbers.count : 0) }
    }

    /// What was changed by others while it was taken back, or may not go, and is still there: a name each.
    public var left: [String] { leftRecords ?? [] }

    /// The record with what stays of the import when it is taken back.
    func leaving(_ names: [String]) -> ImportRecord {
        var record = self
        record.leftRecords = names.isEmpty ? nil : names
        return record
    }

    /// The record numbers of the customers in it.
    var customers: [Int64] {
        (formerPart?.customers ?? []) + (partCustomers.map { Array($0.numbers) } ?? [])
    }

    /// The record without what is needed to take it back.
    func ended(_ state: State) -> ImportRecord {
        var record = self
        record.state = state
        record.changed = []
        if state == .forgotten {
            record.made = []
            record.madeCounts = nil
            record.partCustomers = nil
            record.fileName = ""
        }
        return record
    }
}
