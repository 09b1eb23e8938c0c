@testable import Web

extension ItemViewPage {
    static func mock(isAlone: Bool = false) -> ItemViewPage {
        ItemViewPage(
            layout: .mock(
                "Ends soon", crumbs: [PathLink(label: "Saved views", path: "/item-views")]),
            record: .mock("Ends <soon>", at: "/item-views/1"), text: "Warranty: soon",
            listPath: "/items?warranty=soon", positionPath: "/item-views/1/position",
            position: isAlone ? "1 of 1" : "2 of 3", isFirst: isAlone, isLast: isAlone)
    }
}
