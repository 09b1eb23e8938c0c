import Domain
import Persistence

extension Resource {
    /// The page that records have in common.
    ///
    /// - Parameters:
    ///   - summary: what matters most, under the title. Default: nothing.
    ///   - ways: what may be done beside editing and deleting. Default: nothing.
    ///   - facts: what is known of the record. Default: what its fields say.
    /// - Throws: errors of the store.
    func showPage(
        _ record: Record, _ values: Values, notices: [Notice], summary: String = "",
        ways: [RecordWay] = [], facts: [RecordFact]? = nil
    ) throws -> RecordShowPage {
        let facts = try facts ?? self.facts(of: record, called: values.title)
        return RecordShowPage(
            layout: layout(values.title, notices: notices), record: head(of: values),
            summary: summary, ways: ways,
            facts: facts)
    }

    /// What the fields say of a record; those that are empty, or say what is its title, are left out.
    private func facts(of record: Record, called title: String) throws -> [RecordFact] {
        try fields.map { try $0.fact(of: record, in: currency, links) }
            .filter { !$0.text.isEmpty && $0.text != title }
    }
}

extension Resource where ShowPage == RecordShowPage {
    func show(
        _ record: Record, notices: [Notice], in context: ManagedObjectContext
    ) throws -> RecordShowPage {
        try showPage(record, values(record, in: context), notices: notices)
    }
}
