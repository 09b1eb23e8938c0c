import Foundation
import Persistence

/// Does what the rows of a file say, in a context that is saved, or not: the dry run and the import
/// are the same work.
final class Importer {
    /// A table cannot be imported in parts: what its rows do holds only once all of them are done.
    struct NotInParts: Error {}

    let file: ImportFile
    let context: ManagedObjectContext
    /// The currency of the amounts, which is the household's.
    let currency: Currency
    private let progress: ImportProgress?
    /// How large parts are.
    let partSize: ImportPartSize
    /// Saves a part before the next one comes; nil for a dry run, in which the records of a part are let go.
    let save: ((Importer) throws -> Void)?
    /// Whether the records of some rows are done with before the next rows come.
    let isInParts: Bool
    /// Where the sales of a table of lines stand that is imported in parts.
    let outline: LinesOutline?
    /// The rows that come first of a table of items that is imported in parts, and says in which others some
    /// are.
    let containers: ContainersOutline?
    /// All rows, or those of the part that is imported.
    var rows: RowWindow
    private var outcomes: PlanRows.Writer
    /// What is done with rows before which others stand that are not done.
    private var earlyOutcomes: [Int: RowOutcome] = [:]
    /// Whether a row of a part that is over is refused.
    private var hasFormerRefusals = false
    /// Whose fault it is if an object breaks a rule: the row that touched it first. Objects that
    /// are unchanged come and go meanwhile, and what stands for them stays.
    private var rowOfObject: [ManagedObjectID: Int] = [:]
    /// The same, of what the rows of a part make and no other row is about.
    private var rowOfNew: [ManagedObjectID: Int] = [:]
    private var knownCustomers: CustomerMatcher?
    private var knownProducts: ProductMatcher?
    /// The days that are closed, once a row is about a sale.
    private var knownClosedDays: Set<CalendarDay>?
    /// The tax rates, once a row has named one.
    var knownTaxRates: [TaxRate]?
    /// The sales of the store and of the file, by number.
    var sales: [Int64: Sale] = [:]
    /// The sales of this file, by number.
    var drafts: [Int64: SaleRows] = [:]
    /// The number for the next sale that the file gives none.
    var nextNumber: Int64 = 1
    /// The sales of the store without a customer, by their day, as far as rows asked for them.
    var walkIns: [CalendarDay: [Sale]] = [:]
    /// The number that the next sale would get without the import.
    var firstFreeNumber: Int64 = 1
    /// Whether these two are known.
    var knowsNextNumber = false
    /// The numbers of the sales that parts which are over have made.
    var formerNumbers: Set<Int64> = []
    /// The rows about sales of parts that are over.
    var formerSaleRows: [Int64: Int] = [:]
    /// The days on which parts that are over have sold items.
    var soldItems: [UUID: Date] = [:]
    /// The numbers and barcodes of products, once a row has one.
    var knownCodes = ProductCodes()
    /// What is known of the records of a list.
    var list = ImportedList()
    /// What is known of payments, once a row is about one.
    var payments: ImportedPayments?
    /// What is known of quotes, once a row is about one.
    var quotes: ImportedQuotes?
    /// What is known of invoices, once a row is about one.
    var invoices: ImportedInvoices?
    /// What is known of the journals of products.
    var stock = ImportedStock()
    /// Sales that are not taken for the same as a row any more.
    var takenSales: Set<ManagedObjectID> = []

    init(
        _ file: ImportFile, in context: ManagedObjectContext, _ partSize: ImportPartSize,
        _ progress: ImportProgress? = nil, saving save: ((Importer) throws -> Void)? = nil
    ) throws {
        self.partSize = partSize
        self.save = save
        let mayBeInParts = file.comesInParts(partSize)
        let hasContainers = file.kind == .items && file.hasContainers ?? true
        outline = mayBeInParts && file.kind == .lines ? try LinesOutline(file.rows, partSize) : nil
        containers =
            mayBeInParts && hasContainers ? try ContainersOutline(file.rows, partSize) : nil
        isInParts =
            mayBeInParts && (file.kind != .lines || outline != nil)
            && (!hasContainers || containers != nil)
        self.progress = progress
        self.file = file
        self.context = context
        currency = try ShopProfile.currency(in: context)
        outcomes = PlanRows.Writer(reading: file.columns.map(\.rawValue) + file.ignoredColumns)
        rows = RowWindow(
            isInParts ? [] : try file.rows.all(), at: 0..<(isInParts ? 0 : file.rows.count))
    }

    /// Does it, and says what was done with each row. The last part is not saved.
    ///
    /// - Throws: errors of the store, and `CancellationError`.
    func run() throws -> ImportPlan {
        try progress?.begin(save == nil ? .trying : .importing)
        try file.kind.description.work(self)
        try validate()
        try writeOutcomes()
        let isAdding = outcomes.counts.new > 0
        return try outcomes.finish(
            warnings: missingNumbers + missingPayments + missingQuotes
                + missingInvoices + (isAdding ? file.warnings ?? [] : []))
    }

    /// Takes note of what is done with the rows, which can not be said otherwise any more.
    func writeOutcomes() throws {
        for index in rows.indices {
            // Rows that come first may stand behind others.
            earlyOutcomes[index] = rows[index].outcome(file.columns)
            while let next = earlyOutcomes.removeValue(forKey: outcomes.count) {
                try outcomes.append(next)
            }
        }
        if rows.contains(where: \.isRefused) { hasFormerRefusals = true }
    }

    /// Whether a row is refused.
    var hasRefusals: Bool { hasFormerRefusals || rows.contains(where: \.isRefused) }

    /// The line of a row, which may be of a part that is over.
    func line(of index: Int) throws -> Int {
        try rows.has(index) ? rows[index].row.line : file.rows.row(at: index).line
    }

    /// The numbers in a column of the rows.
    func numbers(in column: ImportColumn) -> Set<Int64> {
        Set(
            rows.compactMap { row in
                var row = row
                return row.number(column)
            })
    }

    /// Does something with each row, which can be called off.
    func forEachRow(_ body: (Int) throws -> Void) throws {
        for index in rows.indices {
            try step(index)
            try body(index)
        }
    }

    /// Says how far it is, now and then.
    ///
    /// - Throws: `CancellationError` if it was called off.
    func step(_ index: Int) throws {
        guard index.isMultiple(of: partSize.step) else { return }
        // Checking the records takes about as long as making them.
        try progress?.advance(to: index, of: isInParts ? file.rows.count : 2 * file.rows.count)
    }

    // MARK: - Matching

    /// The customers, read when the first row asks for one.
    var customers: CustomerMatcher {
        get throws {
            if let knownCustomers { return knownCustomers }
            let matcher = try CustomerMatcher(context, of: file.kind == .customers ? file : nil)
            knownCustomers = matcher
            return matcher
        }
    }

    /// The products, read when the first row asks for one.
    var products: ProductMatcher {
        get throws {
            if let knownProducts { return knownProducts }
            let matcher = try ProductMatcher(context)
            knownProducts = matcher
            return matcher
        }
    }

    /// Whether a day is closed, so that nothing of it changes any more.
    func isClosed(_ day: CalendarDay?) throws -> Bool {
        guard let day else { return false }
        let days = try knownClosedDays ?? ClosedDay.all(in: context)
        knownClosedDays = days
        return days.contains(day)
    }

    /// Takes note of a new customer, for rows that are about the same one.
    ///
    /// - Parameter make: makes it again.
    func note(
        _ customer: Customer, _ cells: CustomerCells, row index: Int,
        make: @escaping () -> Customer
    ) throws {
        _ = try customers
        knownCustomers?.add(made(customer, by: index, make: make), cells)
    }

    /// Takes note of a new product, for rows that are about the same one.
    ///
    /// - Parameter make: makes it again.
    func note(
        _ product: Product, named name: String, row index: Int, make: @escaping () -> Product
    ) throws {
        _ = try products
        knownProducts?.add(made(product, by: index, make: make), named: name)
    }

    private func made<Object: ManagedObject>(
        _ object: Object, by index: Int, make: @escaping () -> Object
    ) -> MadeRecord<Object> {
        MadeRecord(object) { [unowned self] number in
            let object =
                if let number {
                    try context.existingObject(Object.self, recordNumber: number)
                } else {
                    Optional(make())
                }
            if let object { own(object, by: index) }
            return object
        }
    }

    /// Lets customers and products go that a part has made: they are saved, or made again when a row is about
    /// them.
    func letGoOfMadeRecords() {
        knownCustomers?.letGo()
        knownProducts?.letGo()
    }

    // MARK: - Rows and objects

    /// The row that touched an object before.
    func row(of object: ManagedObject) -> Int? { row(of: object.objectID) }

    /// The row that touched a record before, whether or not it is in memory.
    func row(of id: ManagedObjectID) -> Int? { rowOfObject[id] ?? rowOfNew[id] }

    /// Takes note that a row touches an object.
    func own(_ object: ManagedObject, by index: Int) {
        let key = object.objectID
        guard row(of: key) == nil else { return }
        if object.isInserted {
            rowOfNew[key] = index
        } else {
            rowOfObject[key] = index
        }
    }

    /// Takes note for good that a row has made an object: a row of another part may be about it.
    func keepOwner(of object: ManagedObject, _ index: Int) { rowOfObject[object.objectID] = index }

    /// Forgets what the rows of a part have made, and no other row is about.
    func forgetNewRecords() { rowOfNew = [:] }

    /// Runs a step for a row; a fault refuses the row.
    ///
    /// - Returns: nil if it is refused.
    func attempt<Value>(_ index: Int, _ body: () throws -> Value?) throws -> Value? {
        do {
            return try body()
        } catch let fault as RowFault {
            rows[index].fail(fault)
            return nil
        }
    }

    /// Changes a text of a record if the cell says another one.
    func set<Object: ManagedObject>(
        _ keyPath: ReferenceWritableKeyPath<Object, String?>, of object: Object,
        _ column: ImportColumn, to text: String?, row index: Int
    ) {
        let current = object[keyPath: keyPath]
        guard ImportRow.oneLine(current ?? "") != text ?? "" else { return }
        noteChange(index, column, from: current ?? "", to: text ?? "")
        object[keyPath: keyPath] = text
    }

    /// Gives a record what its row says in described texts.
    ///
    /// - Throws: errors of a field that is none of the record’s.
    func setTexts(_ fields: [FieldDescription], of object: ManagedObject, row index: Int) throws {
        for field in fields {
            guard let column = ImportColumn(rawValue: field.name),
                rows[index].row.text(column) != nil
            else { continue }
            let text = rows[index].text(column)
            let former = try object.attributeValue(forKey: field.name).stringValue ?? ""
            guard ImportRow.oneLine(former) != text ?? "" else { continue }
            noteChange(index, column, from: former, to: text ?? "")
            try object.setValue(text, forKey: field.name)
        }
    }

    /// Takes note of a value that a row changes. Of a new record nobody asks what it had before.
    func noteChange(
        _ index: Int, _ column: ImportColumn, from former: @autoclosure () -> String,
        to new: @autoclosure () -> String
    ) {
        guard !rows[index].isNew else { return }
        rows[index].note(column, from: former(), to: new())
    }

    // MARK: - Rules

    /// Checks all that was made and changed, as a save does.
    func validate() throws {
        let objects = context.insertedObjects + context.updatedObjects
        for (index, object) in objects.enumerated() {
            if !isInParts, index.isMultiple(of: partSize.step) {
                try progress?.advance(to: objects.count + index, of: 2 * objects.count)
            }
            do {
                if object.isInserted {
                    try object.validateForInsert()
                } else {
                    try object.validateForUpdate()
                }
            } catch PersistenceError.validation(let faults) {
                // Another part may give a customer a sale who has none at the end of this one.
                if isInParts, object is Customer, !object.isInserted,
                    faults.contains(where: { $0.key == "sales" })
                {
                    throw NotInParts()
                }
                let index = row(of: object) ?? rows.start
                // What an earlier row has made, and could not, is its own fault.
                guard rows.has(index) else { continue }
                // Of a row that is refused, what is missing may be missing for that.
                let isRefused = rows[index].isRefused
                for fault in faults {
                    if let column = column(of: fault, of: object) {
                        rows[index].fail(RowFault(column, fault.messageAboutValue))
                    } else if !isRefused {
                        rows[index].fail(RowFault(nil, fault.reason))
                    }
                }
            }
        }
    }

    /// The column of the file whose cells are the values that a rule is about.
    private func column(of fault: ValidationFault, of object: ManagedObject) -> ImportColumn? {
        guard let key = fault.key else { return nil }
        let columns: [ImportColumn?] =
            switch (object, key) {
            case (is CreditCard, _): [ImportKind.cardColumn(key)]
            case (is ItemField, _), (is ItemFieldValue, _): [.fields]
            case (let loan as Loan, _): [loan.returned == nil ? .lentTo : .formerLoans]
            case (is ValueRecord, _): [.formerValues]
            case (is CareTask, _), (is CareRecord, _): [.care]
            case (is ItemPhoto, _), (is Document, _): [.files]
            case (is Customer, "name"): [.name, .customerName, .customer]
            case (is CustomerNumber, _): [.numbers]
            case (is CustomerAddress, _): [ImportColumn(rawValue: key), .addresses]
            case (is Payment, "amountCents"): [.amount]
            case (is Product, "name"): [.name, .productName, .product]
            case (is Product, "price"): [.price, .unitPrice]
            default: [ImportColumn(rawValue: key)]
            }
        return columns.compactMap(\.self).first(where: file.columns.contains)
    }
}

extension ImportKind {
    /// The column of an attribute of a card.
    fileprivate static func cardColumn(_ key: String) -> ImportColumn? {
        cardColumns.first { $0.rawValue.lowercased() == "card" + key.lowercased() }
    }
}
