import Persistence

/// What an import of invoices knows besides the records of a part.
struct ImportedInvoices {
    /// The rows by the numbers that they give.
    var rows: [Int64: Int] = [:]
    /// The rows by the numbers of the sales that they are about.
    var sales: [Int64: Int] = [:]
    /// The numbers of the invoices that rows have made.
    var given: Set<Int64> = []
    /// The number that the next invoice would get without the import.
    let firstFree: Int64
    /// The invoices of the store that rows of a part name, by number.
    var stored: [Int64: Invoice] = [:]

    /// - Throws: errors of the store.
    init(in context: ManagedObjectContext) throws {
        firstFree = try Invoice.nextNumber(in: context)
    }
}
