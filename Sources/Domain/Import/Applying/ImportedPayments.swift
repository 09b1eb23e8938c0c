import Persistence

/// What an import of payments knows besides the records of a part: some numbers of each row, so that a long
/// table comes in parts.
struct ImportedPayments {
    /// What was paid for a sale so far, by the store and by the rows.
    struct Balance {
        /// What it comes to; below zero for a return.
        let total: Int64
        let isReturn: Bool
        /// Whether nobody owes what is not paid.
        let isWalkIn: Bool
        /// What counts of what was paid.
        var paid: Int64
        /// Whether a payment of it was made void, so that less may be paid than it comes to.
        var hasVoid: Bool
        /// Whether a row has added something that counts.
        var isPaidByRows = false

        /// What is left to be paid, or to be given back, by its amount.
        var rest: Int64 { isReturn ? max(paid - total, 0) : max(total - paid, 0) }
    }

    /// The last row about each sale, by its number.
    let lastRows: [Int64: Int]
    /// The number that the next payment would get without the import.
    let firstFree: Int64
    /// The greatest number that the file gives; 0 if it gives none.
    let greatest: Int64
    /// The number for the next payment that the file gives none.
    var next: Int64
    /// The rows by the numbers that they give.
    var rows: [Int64: Int] = [:]
    /// The numbers of the payments that rows have made.
    var given: Set<Int64> = []
    /// Payments that are not taken for the same as a row any more.
    var taken: Set<ManagedObjectID> = []
    /// By the numbers of the sales that rows were about.
    var balances: [Int64: Balance] = [:]
    /// The kinds of payments, as the rows of a part see them.
    var kinds: [PaymentKind]?
    /// The payments of the store that rows of a part name, by number.
    var stored: [Int64: Payment] = [:]

    /// Looks at all rows.
    ///
    /// - Throws: errors of the file system and of the store.
    init(_ file: ImportRows, in context: ManagedObjectContext) throws {
        var lastRows: [Int64: Int] = [:]
        var greatest: Int64 = 0
        for index in 0..<file.count {
            var row = RowProgress(try file.row(at: index))
            if let sale = row.number(.sale) { lastRows[sale] = index }
            greatest = max(greatest, row.number(.number) ?? 0)
        }
        self.lastRows = lastRows
        self.greatest = greatest
        firstFree = try Payment.nextNumber(in: context)
        next = max(firstFree, greatest + 1)
    }

    /// Lets go of the records of a part that is over.
    mutating func letGo() {
        kinds = nil
        stored = [:]
    }
}
