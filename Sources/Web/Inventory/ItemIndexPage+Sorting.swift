extension ItemIndexPage {
    /// The link in the head of a column; the second click turns the order round.
    static func column(
        _ label: String, _ attribute: String, isDescendingFirst: Bool = false, _ query: ListQuery,
        _ links: SiteLinks
    ) -> SortLink {
        let first = SortOrder(attribute, ascending: !isDescendingFirst)
        let current = query.sort.flatMap { names($0, attribute) ? $0 : nil }
        let next = current.map { SortOrder(attribute, ascending: !$0.isAscending) } ?? first
        return SortLink(
            label: label, path: links(query.sorted(by: next).address(of: .items)),
            isAscending: current?.isAscending == true,
            isDescending: current?.isAscending == false, isCurrent: current != nil)
    }

    /// The ways to sort that have a name.
    static func sorts(_ query: ListQuery, _ links: SiteLinks) -> [SortLink] {
        let choices: [(label: String, sort: SortOrder?)] = [
            ("My order", nil),
            ("Name", SortOrder("itemName")),
            ("Type", SortOrder("assetType")),
            ("Most valuable first", SortOrder("worth", ascending: false)),
            ("Newest first", SortOrder("dateCreated", ascending: false)),
            ("Oldest first", SortOrder("dateCreated")),
            ("Serial number", SortOrder("serialNumber")),
            ("Location", SortOrder("location")),
        ]
        return choices.map { choice in
            let isCurrent =
                choice.sort == nil
                ? query.sort == nil
                : query.sort.map { current in
                    choice.sort.map {
                        names(current, $0.attribute) && current.isAscending == $0.isAscending
                    } ?? false
                } ?? false
            return SortLink(
                label: choice.label,
                path: links(query.sorted(by: choice.sort).address(of: .items)),
                isCurrent: isCurrent)
        }
    }

    /// Whether an order is by an attribute, or by that attribute's name for people.
    private static func names(_ sort: SortOrder, _ attribute: String) -> Bool {
        // Addresses and views of before name the value, which stood in the column then.
        sort.attribute == attribute || sort.attribute == attribute + ".label"
            || (attribute == "worth" && sort.attribute == "valueInDollars")
    }
}
