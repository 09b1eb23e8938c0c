import Domain
import Foundation
import Hummingbird
import Persistence

/// The record in an address: its number, or its key.
enum RecordIdentifier: Sendable, CustomStringConvertible {
    case number(Int64)
    case key(UUID)

    var description: String {
        switch self {
        case .number(let number): "\(number)"
        case .key(let key): "\(key)"
        }
    }
}

extension SiteContext {
    /// The record in the address.
    ///
    /// - Throws: a 404 if the address has no number or key.
    var recordIdentifier: RecordIdentifier {
        get throws(SiteError) {
            parameters.get("key") == nil ? .number(try recordNumber) : .key(try itemKey)
        }
    }
}

/// A record without its type, for the pages and actions that all resources share.
struct RecordSummary: Sendable {
    /// The number of the record in its address.
    let number: Int64
    let title: String
    let version: Int64
    let path: SitePath
    /// The breadcrumbs of a page below the record, without the record itself.
    let crumbs: [PathLink]
    /// The record as JSON.
    var document: JSONValue
    /// The form of another record like it; nil if it is not offered.
    var another: SitePath?
    /// The page that follows when it was added, if it is not its own.
    var next: SitePath?
    /// The token of the undo that the notice of a change offers; nil for none.
    var undoToken: String?
}

struct RecordDeletion: Sendable {
    /// The record as JSON.
    let document: JSONValue
    /// The address to continue at.
    let next: SitePath
    /// The token for undo; nil if it is not possible.
    let token: String?
}

/// A record with the values of lists and pages besides its fields.
protocol RecordValues {
    var recordNumber: Int64 { get }
    /// The record in its address. Default: its number.
    var identifier: RecordIdentifier { get }
    var title: String { get }
    var rowVersion: Int64 { get }
}

extension RecordValues {
    var identifier: RecordIdentifier { .number(recordNumber) }
}

/// Values that contain the record itself, from which its fields are read.
protocol RecordHolder: RecordValues, SendableMetatype {
    associatedtype Record: ManagedObject
    var record: Record { get }
}

extension RecordHolder {
    var recordNumber: Int64 { record.savedNumber }
    var rowVersion: Int64 { record.rowVersion }
}

/// A record whose values are nearly all described fields. Its attributes are also accessible as
/// members.
@dynamicMemberLookup
struct DescribedValues<Record: ManagedObject>: RecordHolder {
    let record: Record
    /// Empty for a record without a page.
    var title = ""
    /// The number of records that belong to it, if the list counts them.
    var count = 0

    subscript<Value>(dynamicMember keyPath: KeyPath<Record, Value>) -> Value {
        record[keyPath: keyPath]
    }
}

extension DescribedValues where Record: DescribedRecord {
    /// - Throws: errors of a field that the model does not have.
    init(_ record: Record, count: Int = 0) throws {
        self.init(record: record, title: try record.recordTitle, count: count)
    }
}
