import Dispatch
import Synchronization

/// The imports of a household that are read, tried and done.
public final class ImportWork: Sendable {
    /// Lets one file at a time be read and tried.
    public let queue = ImportQueue()
    /// How much of a long import is saved together.
    let partSize: ImportPartSize
    /// Where imports are done, one after the other.
    let thread = DispatchQueue(label: "import")
    /// The last plan that was made, and the number of the last save that it knows of.
    let lastPlan = Mutex<(digest: String, version: Int)?>(nil)
    /// Rise before every save that changes what imports go by.
    let bases = ImportBases()

    init(partSize: ImportPartSize) {
        self.partSize = partSize
    }
}
