import Dispatch
import Synchronization

/// The imports of a household that are running.
public final class ImportWork: Sendable {
    /// Lets files be read and tried one at a time.
    public let queue = WorkQueue(running: 1, waiting: 32)
    /// The size of the parts in which a long import is saved.
    let partSize: ImportPartSize
    /// The thread on which imports run, one after the other.
    let thread = DispatchQueue(label: "import")
    /// The last plan, and the version of the records that it was made from.
    let lastPlan = Mutex<(digest: String, version: Int)?>(nil)
    /// The running imports, and the version of the undo steps that they were read from.
    let running = Mutex<(version: Int, records: [ImportRecord])?>(nil)
    /// The versions of the records that imports depend on.
    let versions: ImportDependencyVersions

    init(_ kinds: [ImportKind], partSize: ImportPartSize) {
        versions = ImportDependencyVersions(kinds)
        self.partSize = partSize
    }
}

extension Household {
    /// The version of the records that imports of a kind depend on. It increases before every save
    /// that changes one of them.
    func importVersion(of kind: ImportKind) -> Int {
        importWork.versions.version(of: kind.entities)
    }
}

/// The size of the parts in which a long import is read and saved. They are small, so that other saves
/// do not wait for long.
public struct ImportPartSize: Sendable, Hashable {
    /// The number of rows in a part. A table with more is imported in parts. Default: 500.
    public var rows = 500
    /// The number of rows after which progress is reported and the import can be cancelled. Default: 256.
    public var step = 256

    /// The size with which every table is imported in one part.
    static let unlimited: Self = {
        var size = Self()
        size.rows = .max
        return size
    }()

    /// Makes the default sizes.
    public init() {}
}
