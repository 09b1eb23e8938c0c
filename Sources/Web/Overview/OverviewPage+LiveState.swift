extension OverviewPage {
    /// What a window shows of the page: figures, and what stands beside them.
    var liveState: LiveState {
        let figures = figures + salesFigures + parts.flatMap(\.figures)
        let texts =
            due.map(\.label) + latest.map(\.name) + types.map(\.label) + buyers.map(\.label)
            + parts.flatMap { $0.links.map(\.label) }
        return LiveState(
            rows: [],
            totals: [
                (
                    "figures",
                    .array(
                        figures.map {
                            .object([("label", .string($0.label)), ("value", .string($0.value))])
                        })
                ), ("shown", .array(texts.map { .string($0) })),
            ])
    }
}
