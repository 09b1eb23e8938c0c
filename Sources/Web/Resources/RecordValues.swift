import Domain
import Persistence

/// A record as the pages and actions see it that all resources share.
struct RecordSummary: Sendable {
    /// The number of the record, by which its address names it.
    let number: Int64
    /// What people call the record.
    let title: String
    let version: Int64
    /// The address of its page.
    let path: SitePath
    /// The way up from a page below the record, but for the record.
    let crumbs: [PathLink]
    /// The record for programs.
    let document: JSONValue
}

/// A record that was deleted.
struct RecordDeletion: Sendable {
    /// The record for programs.
    let document: JSONValue
    /// Where to go on.
    let next: SitePath
    /// What puts the record back; nil if nothing can.
    let undo: DeletedRecords?
}

/// A record with what lists and pages say of it beside its fields.
protocol RecordValues {
    /// The number of the record, by which its address names it.
    var recordNumber: Int64 { get }
    /// What people call the record.
    var title: String { get }
    /// The version of the record.
    var rowVersion: Int64 { get }
}

/// Values that hold the record itself, from which its fields are read.
protocol RecordHolder: RecordValues, SendableMetatype {
    associatedtype Record: ManagedObject
    var record: Record { get }
}

extension RecordHolder {
    var recordNumber: Int64 { record.savedNumber }
    var rowVersion: Int64 { record.rowVersion }
}

/// A record of which its description says nearly all; its other attributes are at hand as its own.
@dynamicMemberLookup
struct DescribedValues<Record: ManagedObject>: RecordHolder {
    let record: Record
    let title: String
    /// How many belong to it, where the list counts them.
    var count = 0

    subscript<Value>(dynamicMember keyPath: KeyPath<Record, Value>) -> Value {
        record[keyPath: keyPath]
    }
}

extension DescribedValues where Record: DescribedRecord {
    /// - Throws: errors of a field that is none of the model’s.
    init(_ record: Record, count: Int = 0) throws {
        self.init(record: record, title: try record.recordTitle, count: count)
    }
}
