import Persistence
import Synchronization

/// Counts the saves that change what imports go by.
final class ImportBases: Sendable {
    private let counts = Mutex<[ImportBasis: Int]>([:])

    /// Rises with every save that changes one of some bases.
    func count(of bases: Set<ImportBasis>) -> Int {
        counts.withLock { counts in bases.reduce(0) { $0 + (counts[$1] ?? 0) } }
    }

    /// Takes note of a save of the household's before it is made.
    func raise(_ save: PendingSave) { raise(save.context.changedImportBases) }

    /// Takes note of what others have saved.
    func raise(others saved: SavedChanges) {
        raise(
            saved.isPartial
                ? Set(ImportBasis.allCases) : Set(saved.entities.compactMap(\.importBasis)))
    }

    private func raise(_ bases: Set<ImportBasis>) {
        counts.withLock { counts in
            for basis in bases { counts[basis, default: 0] += 1 }
        }
    }
}

extension EntityName {
    /// What an entity's records are part of.
    fileprivate var importBasis: ImportBasis? {
        switch self {
        case .customer, .product, .creditCard, .sale, .saleLine, .invoice, .quote:
            .sales
        case .item, .assetType: .items
        case .groceryItem: .groceries
        case .book, .bookCategory: .books
        default: nil
        }
    }
}
