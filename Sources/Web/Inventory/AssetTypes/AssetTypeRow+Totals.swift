import Domain

extension AssetTypeRow {
    /// The row of a type.
    ///
    /// - Parameter whole: the value of all items.
    init(_ label: AssetTypeLabel, _ totals: ItemTotals, of whole: Int64, _ links: SiteLinks) {
        self.init(
            label: label.text, count: "\(totals.count, grouped: true)",
            value: WholeDollars.text(Int(totals.valueInDollars)),
            share: Self.share(totals.valueInDollars, of: whole),
            itemsPath: links(.items(ofType: String(label.number))))
    }

    /// The row of the items without a type.
    init(withoutType totals: ItemTotals, of whole: Int64, _ links: SiteLinks) {
        self.init(
            label: "No type", isNone: true, count: "\(totals.count, grouped: true)",
            value: WholeDollars.text(Int(totals.valueInDollars)),
            share: Self.share(totals.valueInDollars, of: whole),
            itemsPath: links(.items(ofType: "none")))
    }

    /// A share in per cent with a decimal place where it has one: `37.5`.
    static func share(_ part: Int64, of whole: Int64) -> String {
        guard whole > 0 else { return "0" }
        let tenths = (part * 1_000 + whole / 2) / whole
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}

extension SitePath {
    /// The list of the items of a type, by its number, or `none`.
    static func items(ofType value: String) -> SitePath {
        ListQuery().filtered("assetType", by: value).address(of: .items)
    }
}
