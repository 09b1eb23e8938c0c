import Persistence

/// The expected outcome of a save by one of several contexts.
enum PlainPrediction {
    /// It is refused, and writes nothing.
    case refused
    /// The store contains this afterwards.
    case stores(PlainRecords)
    /// Deletions are resolved for the store, and undo their consequences: too much for
    /// dictionaries.
    case revives

    init(
        saving changes: PlainChanges, under policy: MergePolicy, over store: PlainRecords,
        _ versions: [Int: Int64]
    ) {
        func isContested(_ number: Int) -> Bool {
            store.records[number] != nil && versions[number] != changes.versions[number]
        }
        let contested = changes.updated.filter(isContested)
        let contestedDeletions = changes.deleted.filter(isContested)
        let gone = changes.updated.filter { store.records[$0] == nil }
        let lost = changes.unsavedDestinations.filter { store.records[$0] == nil }.union(gone)
        if changes.isInvalid {
            self = .refused
            return
        }
        var rollsBack = false
        var (winning, overwriting) = (false, false)
        switch policy {
        case .error, .custom:
            let isClean = contested.isEmpty && contestedDeletions.isEmpty && lost.isEmpty
            guard isClean else {
                self = .refused
                return
            }
        case .overwrite, .mergeByPropertyObjectTrump:
            winning = true
            if case .overwrite = policy { overwriting = true }
            guard lost.isEmpty else {
                self = .refused
                return
            }
        case .rollback, .mergeByPropertyStoreTrump:
            if case .rollback = policy { rollsBack = true }
            guard contestedDeletions.isEmpty else {
                self = .revives
                return
            }
        }
        var new = store
        for number in changes.inserted { new.records[number] = changes.mine.records[number] }
        for number in changes.updated.subtracting(gone) {
            if !contested.contains(number) || overwriting {
                new.records[number] = changes.mine.records[number]
            } else if !rollsBack {
                new.records[number] = changes.merged(number, store, winning: winning)
            }
            if overwriting, let owner = new.records[number]?.owner, new.records[owner] == nil {
                self = .refused
                return
            }
        }
        for number in changes.inserted.union(changes.updated) {
            guard let owner = new.records[number]?.owner, lost.contains(owner) else { continue }
            let before =
                contested.contains(number)
                ? store.records[number]?.owner : changes.base.records[number]?.owner
            let isThere = before.map { !lost.contains($0) } ?? false
            new.records[number]?.owner = isThere ? before : nil
            if !isThere, new.records[number]?.kind == .page {
                self = .refused
                return
            }
        }
        func isDropped(_ pair: PlainRecords.Pair) -> Bool {
            let ends = [pair.book, pair.tag]
            return ends.contains(where: lost.contains)
                || rollsBack && ends.contains(where: contested.contains)
        }
        new.pairs = store.pairs.subtracting(changes.removed.filter { !isDropped($0) })
            .union(changes.added.filter { !isDropped($0) })
        new.delete(changes.deleted)
        self = .stores(new)
    }
}
