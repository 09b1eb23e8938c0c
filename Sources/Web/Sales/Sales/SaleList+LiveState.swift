import Domain

extension SaleList<SaleValues> {
    /// What a window shows of the page.
    func liveState(_ links: SiteLinks) -> LiveState {
        LiveState(
            rows: sales.map { $0.liveRow(links) },
            totals: [("total", .int(total)), ("totals", .object(totals.jsonMembers()))])
    }
}

extension SaleValues {
    /// What a window shows of the sale: whatever programs are told of it.
    func liveRow(_ links: SiteLinks) -> LiveState.Row {
        LiveState.Row(id: recordNumber, showing: json(links))
    }
}
