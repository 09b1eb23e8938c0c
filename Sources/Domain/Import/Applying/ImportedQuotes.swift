import Persistence

/// What an import of quotes knows.
struct ImportedQuotes {
    /// The numbers of the quotes that rows have made.
    var given: Set<Int64> = []
    /// The rows by the numbers of the sales that quotes became.
    var sales: [Int64: Int] = [:]
    /// The number that the next quote would get without the import.
    let firstFree: Int64
    /// The quotes of the store that rows name, by number.
    var stored: [Int64: Quote] = [:]

    /// - Throws: errors of the store.
    init(in context: ManagedObjectContext) throws {
        firstFree = try Quote.nextNumber(in: context)
    }
}
