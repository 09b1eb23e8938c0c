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

    /// A record that the import made.
    struct Made: Hashable, Codable {
        let entity: String
        let number: Int64
        let version: Int64
    }

    /// The version that a record has when it is made.
    static let firstVersion: Int64 = 1

    /// A record that the import changed.
    struct Changed: Hashable, Codable {
        let entity: String
        let number: Int64
        /// The values before and after the import, by key.
        let former: [String: StoredValue]
        let new: [String: StoredValue]
    }

    /// A name that nobody can guess.
    public let id: String
    /// When it was done.
    public let date: Date
    /// What the rows were.
    public let kind: ImportKind
    /// The name of the file; empty if it was forgotten.
    public private(set) var fileName: String
    /// How many rows made and changed records.
    public let counts: ImportCounts
    /// What became of it.
    public private(set) var state = State.done
    private(set) var made: [Made]
    private(set) var changed: [Changed]
    /// The record numbers of those whose cards it made or changed; nil in records of earlier versions.
    private let cardOwners: [Int64]?
    /// The numbers of the sales that it made; nil if it made none.
    public let saleNumbers: NumberRanges?

    init(
        _ file: ImportFile, _ counts: ImportCounts, made: [Made], changed: [Changed],
        cardOwners: [Int64], saleNumbers: [Int64]
    ) {
        id = ImportToken.random()
        date = Date()
        kind = file.kind
        fileName = file.name
        self.counts = counts
        self.made = made
        self.changed = changed
        self.cardOwners = cardOwners
        self.saleNumbers = saleNumbers.isEmpty ? nil : NumberRanges(saleNumbers)
    }

    /// How many records of an entity it made.
    public func madeCount(_ entity: String) -> Int { made.count { $0.entity == entity } }

    /// The record numbers of the customers in it.
    var customers: [Int64] {
        made.filter { $0.entity == "Customer" }.map(\.number)
            + changed.filter { $0.entity == "Customer" }.map(\.number) + (cardOwners ?? [])
    }

    /// The record without what is needed to take it back.
    func ended(_ state: State) -> ImportRecord {
        var record = self
        record.state = state
        record.changed = []
        if state == .forgotten {
            record.made = []
            record.fileName = ""
        }
        return record
    }
}
