extension ListQuery {
    /// What a list says that has nothing on the page: `No item has “lamp” in its name.`
    ///
    /// - Parameters:
    ///   - total: how many records the view selects.
    ///   - one: what a record is called, `many` several of them.
    ///   - searched: where a search looks: `its name`.
    func nothingFoundText(
        total: Int, one: String, many: String, searched: String
    ) -> String {
        guard total == 0 else { return "There is no page \(page, grouped: true) of these \(many)." }
        guard !search.isEmpty, filters.isEmpty, predicate == nil else {
            return "No \(one) fits these filters."
        }
        return "No \(one) has “\(search)” in \(searched)."
    }
}
