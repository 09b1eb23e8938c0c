extension [GroceryChange] {
    /// The changes in words that follow "Undo: ".
    var title: String {
        if count == 1, let title = first?.title { return title }
        let verb =
            if allSatisfy({ $0.before == nil }) {
                "add"
            } else if allSatisfy({ $0.after == nil }) {
                allSatisfy { $0.before?.isTicked == true } ? "clear" : "delete"
            } else if allSatisfy(\.isMove) {
                "move"
            } else if allSatisfy({ $0.isTick(true) }) {
                "tick"
            } else if allSatisfy({ $0.isTick(false) }) {
                "untick"
            } else {
                "change"
            }
        return "\(verb) \(count) items"
    }
}

extension GroceryChange {
    fileprivate var title: String? {
        switch (before, after) {
        case (nil, let after?): "add \(after.summary)"
        case (let before?, nil): "delete \(before.summary)"
        case (let before?, let after?):
            if isMove {
                "move \(after.name)"
            } else if isTick(true) {
                "tick \(after.name)"
            } else if isTick(false) {
                "untick \(after.name)"
            } else {
                "change \(before.summary) to \(after.summary)"
            }
        case (nil, nil): nil
        }
    }

    /// Whether only the position changed.
    fileprivate var isMove: Bool {
        guard var before, let after else { return false }
        before.orderingValue = after.orderingValue
        return before == after
    }

    /// Whether only the tick changed, to the given state.
    fileprivate func isTick(_ isTicked: Bool) -> Bool {
        guard var before, let after, before.isTicked != isTicked else { return false }
        before.isTicked = isTicked
        return before == after
    }
}
