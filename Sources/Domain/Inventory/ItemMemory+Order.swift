import Persistence

extension ItemMemory {
    /// The record numbers of those of some rows that the filters of a query select, in its order; nil if
    /// the order is not known.
    func numbers(_ rows: [Int32], of query: ItemQuery) -> [Int64]? {
        var keys: [(Facts) -> UInt64] = []
        for descriptor in query.sortDescriptors {
            guard let key = key(descriptor) else { return nil }
            keys.append(key)
        }
        var rows = rows.filter { texts[$0].isOf(query) }
        rows.sortStably { SortKey.of(texts.number(ofRow: $0)) }
        rows.sortStably { SortKey.of(texts[$0].orderingValue) }
        // The first key counts most; what it leaves open is as the keys after it have put it.
        for key in keys.reversed() { rows.sortStably { key(texts[$0]) } }
        return rows.map(texts.number(ofRow:))
    }

    /// What a descriptor sorts by: a number whose order is that of the values.
    private func key(_ descriptor: FetchSortDescriptor) -> ((Facts) -> UInt64)? {
        guard let value = value(descriptor) else { return nil }
        return descriptor.ascending ? value : { ~value($0) }
    }

    private func value(_ descriptor: FetchSortDescriptor) -> ((Facts) -> UInt64)? {
        if let rank = Rank(rawValue: descriptor.keyPath) {
            guard descriptor.comparison == rank.descriptor.comparison,
                !unknownRanks.contains(rank)
            else { return nil }
            switch rank {
            case .itemName: return { UInt64($0.nameRank) }
            case .serialNumber: return { UInt64($0.serialNumberRank) }
            case .itemKey: return { UInt64($0.keyRank) }
            }
        }
        switch (descriptor.keyPath, descriptor.comparison) {
        case ("orderingValue", .plain): return { SortKey.of($0.orderingValue) }
        case ("dateCreated", .plain): return { $0.dateCreated }
        case ("soldDate", .plain): return { $0.soldDate }
        case ("valueInDollars", .plain): return { SortKey.of(Int64($0.value.valueInDollars)) }
        case ("assetType.label", .localizedStandard):
            let places = placesOfTypes
            return { places[$0.assetType] ?? 0 }
        default: return nil
        }
    }

    /// The place of each type among the others by its name.
    private var placesOfTypes: [Int64: UInt64] {
        let keys = labels.mapValues(FetchSortDescriptor.Comparison.localizedStandard.sortKey)
        let sorted = Set(keys.values).sorted { $0.lexicographicallyPrecedes($1) }
        let places = Dictionary(uniqueKeysWithValues: zip(sorted, 1...))
        return keys.compactMapValues { places[$0].map(UInt64.init) }
    }
}

extension ItemMemory.Facts {
    /// Whether the filters of a query select the item. One that was sold is shown, unless the query
    /// says otherwise.
    fileprivate func isOf(_ query: ItemQuery) -> Bool {
        guard isBesideFacets(of: query) else { return false }
        if let minValue = query.minValue, value.valueInDollars < minValue { return false }
        if let hasImage = query.hasImage, hasImage != self.hasImage { return false }
        if let sold = query.sold, sold != isSold { return false }
        return switch query.assetType {
        case nil: true
        case .some(.none): assetType == 0
        case .type(let number): assetType == number
        }
    }

    /// Whether the filters select the item that are not among the facets.
    func isBesideFacets(of query: ItemQuery) -> Bool {
        if let maxValue = query.maxValue, value.valueInDollars > maxValue { return false }
        return query.location?.includes(location == 0 ? nil : location) ?? true
    }
}
