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
    private(set) var made: [MadeRecords]
    private(set) var changed: [ChangedRecord]
    /// The record numbers of those whose cards it made or changed; nil in records of earlier versions.
    private let cardOwners: [Int64]?
    /// The numbers of the sales that it made; nil if it made none.
    public private(set) var saleNumbers: NumberRanges?
    private let madeFolders: [String]?
    /// Whether it is saved in parts, and not known to be whole: what the parts are is kept beside it.
    private var isPartial: Bool?
    /// How many records of each entity it made, where these are kept beside it, part by part.
    private var madeCounts: [String: Int]?
    /// The record numbers of the customers in the parts.
    private var partCustomers: NumberRanges?
    /// What was changed while it was taken back in parts, and stays; nil for nothing.
    private var leftRecords: [String]?

    init(
        id: String, _ file: ImportFile, _ counts: ImportCounts, made: [MadeRecords],
        changed: [ChangedRecord],
        cardOwners: [Int64], saleNumbers: [Int64], folders: [String]
    ) {
        self.id = id
        date = Date()
        kind = file.kind
        fileName = file.name
        self.counts = counts
        self.made = made
        self.changed = changed
        self.cardOwners = cardOwners
        self.saleNumbers = saleNumbers.isEmpty ? nil : NumberRanges(saleNumbers)
        // Two places may lie in one folder that is not there.
        var known: Set<String> = []
        madeFolders = folders.isEmpty ? nil : folders.filter { known.insert($0).inserted }
    }

    /// The record of an import that is about to be saved in parts.
    init(id: String, partsOf file: ImportFile) {
        self.init(
            id: id, file, ImportCounts(), made: [], changed: [], cardOwners: [], saleNumbers: [],
            folders: [])
        isPartial = true
    }

    /// Whether it is saved in parts, and not known to be whole.
    var isInParts: Bool { isPartial ?? false }

    /// The record of all parts, which stay beside it.
    ///
    /// - Parameter saleNumbers: the numbers of the sales that they made.
    /// - Throws: errors of the file system.
    func whole(
        _ parts: ImportParts, _ counts: ImportCounts, saleNumbers: Set<Int64>
    ) throws -> ImportRecord {
        let extent = try ImportExtent(parts)
        var record = self
        record.counts = counts
        record.isPartial = nil
        record.madeCounts = extent.madeCounts
        record.partCustomers = extent.customers.isEmpty ? nil : extent.customers
        record.saleNumbers = saleNumbers.isEmpty ? nil : NumberRanges(saleNumbers)
        return record
    }

    /// Whether what it made and changed is kept beside it, part by part.
    var isKeptInParts: Bool { madeCounts != nil }

    /// The folders that were made for its places, each before those in it.
    var folders: [String] { madeFolders ?? [] }

    /// How many records of an entity it made.
    public func madeCount(_ entity: String) -> Int {
        madeCounts?[entity]
            ?? made.reduce(0) { $0 + ($1.entity == entity ? $1.numbers.count : 0) }
    }

    /// What was changed by others while it was taken back, and is still there: a name each.
    public var left: [String] { leftRecords ?? [] }

    /// The record with what stays of the import when it is taken back.
    func leaving(_ names: [String]) -> ImportRecord {
        var record = self
        record.leftRecords = names.isEmpty ? nil : names
        return record
    }

    /// The record numbers of the customers in it.
    var customers: [Int64] {
        made.filter { $0.entity == "Customer" }.flatMap { Array($0.numbers.numbers) }
            + changed.filter { $0.entity == "Customer" }.map(\.number) + (cardOwners ?? [])
            + (partCustomers.map { Array($0.numbers) } ?? [])
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
