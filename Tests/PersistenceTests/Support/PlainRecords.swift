/// Records and pairs of a library in dictionaries: the contents of a store, or of a context.
///
/// Every record has a number that does not change, whatever its ID in the store.
struct PlainRecords: Equatable {
    enum Kind: String {
        case author, book, tag, page
    }

    struct Record: Equatable {
        var kind: Kind
        /// The name, title, label or text.
        var text = ""
        var stock = 0
        /// The author of a book, the book of a page.
        var owner: Int?
    }

    struct Pair: Hashable {
        var book: Int
        var tag: Int
    }

    var records: [Int: Record] = [:]
    var pairs: Set<Pair> = []

    func numbers(_ kind: Kind) -> [Int] {
        records.filter { $0.value.kind == kind }.keys.sorted()
    }

    /// Deletes records, and others by their delete rules. Returns the numbers of all.
    @discardableResult
    mutating func delete(_ toDelete: Set<Int>) -> Set<Int> {
        var all = toDelete
        var rest = toDelete
        while !rest.isEmpty {
            rest = Set(
                records.filter { $0.value.owner.map(rest.contains) ?? false }.keys
            ).subtracting(all)
            all.formUnion(rest)
        }
        all.formIntersection(records.keys)
        for number in all { records[number] = nil }
        dropPairs()
        return all
    }

    /// Removes the pairs with a missing end.
    mutating func dropPairs() {
        pairs = pairs.filter { records[$0.book] != nil && records[$0.tag] != nil }
    }

    /// A description of the differences from other records.
    func differences(from other: PlainRecords) -> [String] {
        let numbers = Set(records.keys).union(other.records.keys).sorted()
        let differing = numbers.filter { records[$0] != other.records[$0] }.map { number in
            func text(_ record: Record?) -> String {
                record.map { "\($0.kind) \($0.text) \($0.stock) in \($0.owner ?? 0)" } ?? "none"
            }
            return "\(number): \(text(records[number])), not \(text(other.records[number]))"
        }
        let pairs = self.pairs.symmetricDifference(other.pairs).map { pair in
            "pair \(pair.book) \(pair.tag): \(self.pairs.contains(pair))"
        }
        return differing + pairs.sorted()
    }
}

/// The unsaved changes of one of several contexts: the records as read, and with the changes.
struct PlainChanges {
    var base = PlainRecords()
    var mine = PlainRecords()
    /// The versions of the records that it has read.
    var versions: [Int: Int64] = [:]

    var inserted: Set<Int> { Set(mine.records.keys).subtracting(base.records.keys) }
    var deleted: Set<Int> { Set(base.records.keys).subtracting(mine.records.keys) }
    var updated: Set<Int> {
        Set(mine.records.keys.filter { base.records[$0] != nil }).filter {
            base.records[$0] != mine.records[$0]
        }
    }
    var added: Set<PlainRecords.Pair> { mine.pairs.subtracting(base.pairs) }
    var removed: Set<PlainRecords.Pair> {
        base.pairs.subtracting(mine.pairs).filter {
            mine.records[$0.book] != nil && mine.records[$0.tag] != nil
        }
    }

    /// The destinations of changes that were not known to be deleted.
    var unsavedDestinations: Set<Int> {
        var numbers = Set(added.flatMap { [$0.book, $0.tag] })
        for number in inserted.union(updated) {
            guard let owner = mine.records[number]?.owner,
                base.records[number]?.owner != owner
            else { continue }
            numbers.insert(owner)
        }
        return numbers.subtracting(inserted)
    }

    /// Whether a record to be saved lacks a required value.
    var isInvalid: Bool {
        inserted.union(updated).contains {
            mine.records[$0]?.kind == .page && mine.records[$0]?.owner == nil
        }
    }

    /// Merges what others saved, and keeps changes.
    mutating func merge(_ store: PlainRecords, _ versions: [Int: Int64]) {
        var new = store
        for number in inserted { new.records[number] = mine.records[number] }
        for number in updated where new.records[number] != nil {
            new.records[number] = merged(number, store, winning: true)
        }
        for number in inserted.union(updated) {
            guard let owner = new.records[number]?.owner, new.records[owner] == nil else {
                continue
            }
            new.records[number]?.owner = nil
        }
        let toDelete = deleted
        new.pairs = store.pairs.subtracting(removed).union(added)
        new.delete(toDelete)
        new.dropPairs()
        base = store
        mine = new
        self.versions = versions
    }

    /// A record of the store with this context's changes merged.
    ///
    /// - Parameter winning: whether this context's value is used if both changed it.
    func merged(_ number: Int, _ store: PlainRecords, winning: Bool) -> PlainRecords.Record? {
        guard var record = store.records[number], let old = base.records[number],
            let new = mine.records[number]
        else { return nil }
        func merge<Value: Equatable>(_ path: WritableKeyPath<PlainRecords.Record, Value>) {
            guard new[keyPath: path] != old[keyPath: path] else { return }
            if winning || record[keyPath: path] == old[keyPath: path] {
                record[keyPath: path] = new[keyPath: path]
            }
        }
        merge(\.text)
        merge(\.stock)
        merge(\.owner)
        return record
    }
}
