extension ListQuery {
    /// The link in the head of a column; the second click turns the order round.
    ///
    /// - Parameters:
    ///   - list: the address of the list.
    ///   - isDefault: whether a list without an order is sorted this way.
    func column(
        _ label: String, _ attribute: String, isDescendingFirst: Bool = false,
        isDefault: Bool = false, of list: SitePath, _ links: SiteLinks
    ) -> SortLink {
        let first = SortOrder(attribute, ascending: !isDescendingFirst)
        let current = sort ?? (isDefault ? first : nil)
        let shown = current?.attribute == attribute ? current : nil
        return SortLink(
            label: label,
            path: links(sorted(by: shown?.reversed ?? first).address(of: list)),
            isAscending: shown?.isAscending == true, isDescending: shown?.isAscending == false,
            isCurrent: shown != nil)
    }

    /// The ways to sort that have a name; the first one is that of a list without an order.
    func sorts(
        _ choices: [(label: String, sort: SortOrder)], of list: SitePath, _ links: SiteLinks
    ) -> [SortLink] {
        choices.enumerated().map { index, choice in
            SortLink(
                label: choice.label,
                path: links(sorted(by: index == 0 ? nil : choice.sort).address(of: list)),
                isCurrent: sort.map { $0 == choice.sort } ?? (index == 0))
        }
    }
}
