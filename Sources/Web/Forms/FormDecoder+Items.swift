import Domain
import Persistence

extension FormDecoder {
    /// The one item that a text names; nil if there is none or several, which is a fault then.
    ///
    /// - Throws: errors of the store.
    mutating func item(
        named text: String, _ field: String, label: String, in context: ManagedObjectContext
    ) throws -> Item? {
        let found = try Item.named(text, in: context)
        if let item = found.first, found.count == 1 { return item }
        fail(
            field, label,
            found.isEmpty
                ? "there is no item “\(text.prefix(100))”; give its number, as A-0007"
                : "there are several items “\(text.prefix(100))”; give the number of one")
        return nil
    }
}
