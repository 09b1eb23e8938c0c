extension ListQuery {
    /// The chips for the values of a filter. The chip of the current value switches it off.
    func chips(
        _ filter: String, _ choices: [(label: String, value: String, count: Int)],
        of list: SitePath, _ links: SiteLinks
    ) -> [FilterChip] {
        choices.map { label, value, count in
            let isCurrent = self.filter(filter) == value
            let other = filtered(filter, by: isCurrent ? nil : value)
            return FilterChip(
                label: label, count: "\(count, grouped: true)",
                path: links(other.address(of: list)), isCurrent: isCurrent)
        }
    }
}
