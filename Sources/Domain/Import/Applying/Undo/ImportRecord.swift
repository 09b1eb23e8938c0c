public import Foundation

/// A completed import. Its parts, which are needed to undo it, are undo steps.
public struct ImportRecord: Sendable, Hashable, Codable {
    /// The state of an import.
    public enum State: String, Sendable, Hashable, Codable {
        /// The import can be undone.
        case done
        case undone
        /// The import cannot be undone, because a person in it was removed together with the former
        /// values.
        case forgotten
    }

    /// The token of the file, an unguessable name.
    public let id: String
    public let date: Date
    public let kind: ImportKind
    /// The name of the file; empty for a forgotten import.
    public private(set) var fileName: String
    /// The numbers of rows that made and changed records.
    public private(set) var counts: ImportCounts
    public private(set) var state = State.done
    /// The numbers of its new sales; nil for none.
    public private(set) var saleNumbers: NumberRanges?
    /// The number of new records by entity; the records themselves are in the parts.
    private var madeCounts: [String: Int]?
    /// The number of parts; nil if an earlier version saved it.
    private var partCount: Int?
    /// The record numbers of the customers in the parts.
    private var partCustomers: NumberRanges?
    /// The whole import, if a version before saved it at once; nil otherwise.
    private var made: [CreatedRecords]?
    private var changed: [ChangedRecord]?
    private var cardOwners: [Int64]?
    private var madeFolders: [String]?
    /// The names of records that the undo left; nil for none.
    private var leftRecords: [String]?

    /// Makes the record of an import before its first save.
    init(id: String, of file: ImportFile) {
        self.id = id
        date = Date()
        kind = file.kind
        fileName = file.name
        counts = ImportCounts()
    }

    /// The record after all parts were saved.
    ///
    /// - Parameters:
    ///   - partCount: the number of parts.
    ///   - made: the number of new records by entity.
    ///   - customers: the record numbers of the customers in the parts.
    ///   - saleNumbers: the numbers of the new sales.
    func whole(
        _ counts: ImportCounts, parts partCount: Int, made: [String: Int], customers: Set<Int64>,
        saleNumbers: NumberRanges
    ) -> ImportRecord {
        var record = self
        record.counts = counts
        record.partCount = partCount
        record.madeCounts = made
        record.partCustomers = customers.isEmpty ? nil : NumberRanges(customers)
        record.saleNumbers = saleNumbers.isEmpty ? nil : saleNumbers
        return record
    }

    /// Whether it has parts, as steps or in itself.
    var hasParts: Bool {
        partCount.map { $0 > 0 } ?? (!(madeCounts ?? [:]).isEmpty || formerPart != nil)
    }

    /// The whole import, if a version before saved it at once.
    var formerPart: ImportPart? {
        guard let made, let changed, !(made.isEmpty && changed.isEmpty) else { return nil }
        return ImportPart(
            made: made, changed: changed, folders: madeFolders, cardOwners: cardOwners)
    }

    /// The number of new records of an entity.
    public func madeCount(_ entity: String) -> Int {
        madeCounts?[entity]
            ?? (made ?? []).reduce(0) { $0 + ($1.entity == entity ? $1.numbers.count : 0) }
    }

    /// The names of records that the undo left, because others changed them meanwhile or a rule
    /// keeps them.
    public var left: [String] { leftRecords ?? [] }

    var customers: [Int64] {
        (formerPart?.customers ?? []) + (partCustomers.map { Array($0.numbers) } ?? [])
    }

    /// Whether the values for undoing it name one of some persons.
    func names(_ persons: [Int64]) -> Bool {
        state == .done && !Set(persons).isDisjoint(with: customers)
    }

    /// The record in a final state, without the values needed to undo it.
    ///
    /// - Parameter left: the names of records that the undo left. Default: none.
    func ended(_ state: State, leaving left: [String] = []) -> ImportRecord {
        var record = self
        record.state = state
        record.leftRecords = left.isEmpty ? nil : left
        record.changed = nil
        if state == .forgotten {
            record.made = nil
            record.madeCounts = nil
            record.partCustomers = nil
            record.fileName = ""
        }
        return record
    }
}
