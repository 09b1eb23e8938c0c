public import Foundation

/// A completed import. It is the text of an undo step, and its parts, which are needed to undo it,
/// are others.
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

    /// Unfinished work on an import, which the next start of the program completes.
    public enum Work: String, Sendable, Hashable, Codable {
        /// Its parts are being saved. They are undone if that is interrupted.
        case saving
        /// Its parts are being undone.
        case undoing
    }

    /// The token of the file, an unguessable name.
    public let id: String
    public let date: Date
    public let kind: ImportKind
    /// The name of the file; empty after the removal of a person in the import.
    public private(set) var fileName: String
    /// The numbers of rows that made and changed records.
    public private(set) var counts: ImportCounts
    public private(set) var state = State.done
    /// The unfinished work; nil for none.
    public private(set) var work: Work?
    /// The numbers of its new sales; nil for none.
    public private(set) var saleNumbers: NumberRanges?
    /// The number of new records by entity; the records themselves are in the parts.
    private var madeCounts: [String: Int]? = [:]
    /// The record numbers of the customers in the parts.
    private var partCustomers: NumberRanges? = NumberRanges()
    /// The names of records that the undo left; nil for none.
    private var leftRecords: [String]?
    /// Whether a person in it was removed during work on its parts; nil for no.
    private(set) var lostPerson: Bool?

    /// Makes the record of an import before its first save.
    init(id: String, of file: ImportFile) {
        self.id = id
        date = Date()
        kind = file.kind
        fileName = file.name
        counts = ImportCounts()
        work = .saving
    }

    /// Adds a part that is being saved.
    mutating func add(_ part: ImportPart) {
        for made in part.made { madeCounts?[made.entity, default: 0] += made.numbers.count }
        for customer in part.customers { partCustomers?.insert(customer) }
    }

    /// Adds the only part of an import by a former version.
    mutating func addWhole(_ part: ImportPart) {
        (madeCounts, partCustomers) = ([:], NumberRanges())
        add(part)
    }

    /// Completes the record when its last part is being saved.
    mutating func complete(_ counts: ImportCounts, saleNumbers: NumberRanges) {
        work = nil
        self.counts = counts
        if !saleNumbers.isEmpty { self.saleNumbers = saleNumbers }
    }

    /// Whether its parts are still needed.
    var needsParts: Bool { state == .done || work != nil }

    /// The number of new records of an entity.
    public func madeCount(_ entity: String) -> Int { madeCounts?[entity] ?? 0 }

    /// The names of records that the undo left, because others changed them meanwhile or a rule
    /// keeps them.
    public var left: [String] { leftRecords ?? [] }

    /// The record without the names and the former values of some persons, who were removed; nil if
    /// it has none. Running work needs the values, and the record loses them at its end.
    func forgetting(_ persons: [Int64]) -> ImportRecord? {
        guard let partCustomers, persons.contains(where: partCustomers.contains) else { return nil }
        var record = self
        switch (work, state) {
        case (nil, .undone):
            // Its undo deletes the customers that it made, so that their removal says nothing.
            record.leftRecords = leftRecords.map { _ in [Self.unnamed] }
        case (nil, _): record = ended(.forgotten)
        default: record.lostPerson = true
        }
        return record == self ? nil : record
    }

    /// The record during some work on its parts; nil for none.
    func during(_ work: Work?) -> ImportRecord {
        var record = self
        record.work = work
        return record
    }

    /// The record after an undo that has changed nothing.
    var notUndone: ImportRecord { lostPerson == true ? ended(.forgotten) : during(nil) }

    /// The record in a final state, without the values needed to undo it.
    ///
    /// - Parameter left: the names of records that the undo left. Default: none.
    func ended(_ state: State, leaving left: [String] = []) -> ImportRecord {
        var record = during(nil)
        record.state = state
        record.leftRecords = left.isEmpty ? nil : lostPerson == true ? [Self.unnamed] : left
        if lostPerson == true || state == .forgotten { record.fileName = "" }
        record.lostPerson = nil
        if state == .forgotten {
            record.madeCounts = nil
            record.partCustomers = nil
        }
        return record
    }

    /// What an undo left, after a person in it was removed.
    private static let unnamed = "records whose names were removed with a person"
}
