import Domain
import Persistence

extension LayoutPage {
    /// How many changes the page of a record tells of.
    private static let shownChanges = 10

    /// Tells what became of the record that the page is about, and who did it.
    ///
    /// - Throws: errors of the store.
    mutating func showChanges(
        of record: ManagedObject, _ household: Household, in context: ManagedObjectContext
    ) throws {
        changes = try household.changes(of: record, limit: Self.shownChanges, in: context)
            .compactMap { ChangeRow($0, in: household.shopCurrency.current) }
    }
}
