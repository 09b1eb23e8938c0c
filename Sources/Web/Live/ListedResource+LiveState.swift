extension ListedResource {
    /// What a window shows of a record: whatever programs are told of it.
    func liveRow(_ values: Values) -> LiveState.Row {
        LiveState.Row(id: values.recordNumber, showing: json(values))
    }
}

extension RecordList {
    /// What a window shows of the page.
    func liveState(_ resource: R) -> LiveState {
        LiveState(
            rows: records.map(resource.liveRow), totals: [("total", .int(total))] + sums.json)
    }
}
