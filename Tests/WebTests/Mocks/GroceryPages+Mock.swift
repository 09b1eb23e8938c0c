@testable import Web

extension GroceryIndexPage {
    static func mock(isEmpty: Bool = false) -> GroceryIndexPage {
        var list = RecordIndexPage.mock(rows: isEmpty ? [] : ListRow.mocks)
        list.layout = .mock("Groceries", section: "Groceries")
        let open =
            isEmpty
            ? []
            : [
                GroceryRow(
                    anchor: "grocery-1", path: "/groceries/1", title: "1.5 l milk",
                    key: "1A2B3C4D-0000-4000-8000-000000000001", version: "2",
                    name: "milk", amount: "1.5 l",
                    tickPath: "/groceries/1/tick",
                    positionPath: "/groceries/1/position"),
                GroceryRow(
                    anchor: "grocery-2", path: "/groceries/2", title: "3 × ביצים",
                    key: "2A2B3C4D-0000-4000-8000-000000000002", version: "1",
                    name: "ביצים", amount: "3 ×",
                    tickPath: "/groceries/2/tick",
                    positionPath: "/groceries/2/position"),
            ]
        let ticked =
            isEmpty
            ? []
            : [
                GroceryRow(
                    anchor: "grocery-3", path: "/groceries/3", title: "1 × bread",
                    key: "3A2B3C4D-0000-4000-8000-000000000003", version: "4",
                    name: "bread", amount: "1 ×",
                    tickPath: "/groceries/3/tick",
                    positionPath: "/groceries/3/position")
            ]
        return GroceryIndexPage(
            list: list, layout: list.layout, summary: isEmpty ? "0 to buy" : "2 to buy",
            addPath: "/groceries", names: isEmpty ? [] : ["milk", "eggs"],
            undoLabel: isEmpty ? "" : "Undo: clear 4 items", undoPath: "/groceries/undo",
            redoLabel: isEmpty ? "" : "Redo: add 1 × milk", redoPath: "/groceries/redo",
            canClear: !isEmpty,
            clearLabel: "Clear 1 ticked off", clearPath: "/groceries/clear",
            open: isEmpty ? [] : open, ticked: isEmpty ? [] : ticked, isOrdered: true, offset: "0",
            offline: .mock("groceries", "/groceries", help: "/help/groceries#without-a-network"))
    }

    static var refused: GroceryIndexPage {
        var page = mock()
        page.refuse(
            "2 l",
            FormRefusal(faults: [
                FormFault(
                    field: "entry", label: "What to buy",
                    message: "“2 l” is a quantity: add what to buy")
            ]))
        return page
    }
}

extension OfflinePart {
    static func mock(_ kind: String, _ path: String, help: String) -> OfflinePart {
        OfflinePart(
            kind: kind, path: path, workerPath: "/service-worker.js",
            sessionPath: "/session.json", helpPath: help)
    }
}

extension GroceryShowPage {
    static func mock(isTicked: Bool = false) -> GroceryShowPage {
        GroceryShowPage(
            layout: .mock("1.5 l milk", section: "Groceries"),
            record: .mock("1.5 l milk", at: "/groceries/1", version: 2, isCopied: true),
            isTicked: isTicked,
            tickPath: "/groceries/1/tick")
    }
}
