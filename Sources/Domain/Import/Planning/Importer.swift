import Foundation
import Persistence

/// Applies the rows of a file to a context. The dry run and the import do the same; only the import
/// saves.
final class Importer {
    /// The error for a table that cannot be imported in parts, because its rows are consistent only
    /// together.
    struct NotInParts: Error {}

    let file: ImportFile
    let context: ManagedObjectContext
    /// The household's currency, which is that of all amounts.
    let currency: Currency
    private let progress: ImportProgress?
    /// The size of parts.
    let partSize: ImportPartSize
    /// Saves a part before the next one; nil for a dry run, which drops the records of a part.
    let save: ((Importer) throws -> Void)?
    /// Whether the table is imported in several parts.
    let isInParts: Bool
    /// The texts that name the containers of items in a table of several parts.
    let containers: Set<String>
    /// The rows of the current part.
    var rows = RowWindow([])
    /// The index of the current row.
    var index = 0
    /// The number of rows that were begun.
    private var begunCount = 0
    private var outcomes: PlanRows.Writer
    private var namesakes = NamesakeOrder()
    /// Whether a row of an earlier part is refused.
    private var hasFormerRefusals = false
    /// The row that first touched each object, which is at fault if the object breaks a rule. IDs are
    /// kept, because unchanged objects may leave memory.
    private var rowOfObject: [ManagedObjectID: Int] = [:]
    /// The same for new objects of the current part that no other row names.
    private var rowOfNew: [ManagedObjectID: Int] = [:]
    /// The records that later rows may name.
    private var createdRecords: [CreatedRecord] = []
    /// The tax rates; nil until a row names one.
    var knownTaxRates: [TaxRate]?
    /// The sales of the store and of the file, by number.
    var sales: [Int64: Sale] = [:]
    /// The sales of this file, by number.
    var drafts: [Int64: SaleRows] = [:]
    /// The numbers of new sales; those of the current part are not given yet.
    var saleNumbers = NewNumbers()
    /// The stored sales without a customer by day, for days that rows name.
    var walkIns: [CalendarDay: [Sale]] = [:]
    /// The days on which earlier parts sold items.
    var soldItems: [UUID: Date] = [:]
    /// The numbers and barcodes of products, read when a row has one.
    var knownCodes = ProductCodes()
    var list = ImportedList()
    var payments = ImportedPayments()
    /// The journals of products, by their record numbers.
    var journals: [Int64: ImportedJournal] = [:]
    /// Sales that were already matched with a row.
    var takenSales: Set<ManagedObjectID> = []

    init(
        _ file: ImportFile, in context: ManagedObjectContext, _ partSize: ImportPartSize,
        _ progress: ImportProgress? = nil, saving save: ((Importer) throws -> Void)? = nil
    ) throws {
        self.partSize = partSize
        self.save = save
        self.progress = progress
        self.file = file
        self.context = context
        isInParts = file.comesInParts(partSize)
        containers =
            isInParts && file.rows.hasContainers ? try file.rows.texts(of: .container) : []
        currency = try ShopProfile.currency(in: context)
        // A plan of several parts is only compared while they are saved.
        outcomes = try PlanRows.Writer(
            reading: file.columns.map(\.rawValue) + file.ignoredColumns,
            isKept: save == nil || !isInParts)
    }

    /// The current row.
    var row: RowProgress {
        _read { yield rows[index] }
        _modify { yield &rows[index] }
    }

    /// Applies all rows, and returns the outcome of each. The last part is not saved.
    ///
    /// - Throws: errors of the store, and `CancellationError`.
    func run() throws -> ImportPlan {
        try progress?.begin(save == nil ? .trying : .importing)
        try file.kind.work(self)
        try validatePart()
        try writeOutcomes()
        let isAdding = outcomes.counts.new > 0
        return outcomes.finish(
            warnings: missingNumbers + (isAdding ? file.warnings ?? [] : []))
    }

    /// Runs a closure for the rows of each part.
    func forEachPart(_ body: () throws -> Void) throws {
        var last: Int?
        while let part = try file.rows.part(after: last, partSize.rows) {
            if last != nil { try endPart() }
            last = part.group
            rows = RowWindow(part.rows)
            if file.kind == .lines, !namesakes.isKept(by: rows) { throw NotInParts() }
            try body()
        }
    }

    /// Validates the records of a part, saves them in an import, and releases them.
    private func endPart() throws {
        try validatePart()
        try save?(self)
        try writeOutcomes()
        for record in createdRecords { record.release() }
        releaseSales()
        context.reset()
        list.pictures = []
        list.placeIDs = []
        (list.groups, list.fields) = ([:], nil)
        rowOfNew = [:]
    }

    /// Writes the outcomes of the current part, which are final.
    private func writeOutcomes() throws {
        try outcomes.append(rows.indices.map { ($0, rows[$0].outcome(file.columns)) })
        if rows.contains(where: \.isRefused) { hasFormerRefusals = true }
    }

    var hasRefusals: Bool { hasFormerRefusals || rows.contains(where: \.isRefused) }

    /// The line of a row, also of an earlier part.
    func line(of index: Int) throws -> Int {
        try rows.has(index) ? rows[index].row.line : file.rows.row(at: index).line
    }

    /// Refuses the current row because an earlier one has the same record.
    func refuse(sameAs other: Int, _ noun: String, _ column: ImportColumn? = nil) throws {
        row.fail(column, "line \(try line(of: other)) is about the same \(noun)")
    }

    /// The numbers in a column of the rows.
    func numbers(in column: ImportColumn) -> Set<Int64> {
        Set(rows.compactMap { $0.number(in: column) })
    }

    /// Runs a closure for each row of a part, in their order or in another one, which can be cancelled.
    func forEachRow(at indices: [Int]? = nil, _ body: () throws -> Void) throws {
        for index in indices ?? rows.indices {
            self.index = index
            try step(begunCount)
            begunCount += 1
            try body()
        }
    }

    /// Runs a closure for each row, part by part, which can be cancelled.
    func forEachRowInParts(_ body: () throws -> Void) throws {
        try forEachPart { try forEachRow(body) }
    }

    /// Reports the progress at intervals.
    ///
    /// - Throws: `CancellationError` if the import was cancelled.
    func step(_ count: Int) throws {
        guard count.isMultiple(of: partSize.step) else { return }
        // Checking the records takes about as long as making them.
        try progress?.advance(to: count, of: isInParts ? file.rows.count : 2 * file.rows.count)
    }

    // MARK: - Matching

    // They are read when the first row needs them.
    private lazy var readCustomers = Result {
        try CustomerMatcher(context, of: file.kind == .customers ? file : nil)
    }
    private lazy var readProducts = Result { try ProductMatcher(context) }
    private lazy var closedDays = Result { try ClosedDay.all(in: context) }

    var customers: CustomerMatcher { get throws { try readCustomers.get() } }

    var products: ProductMatcher { get throws { try readProducts.get() } }

    /// Whether a day is closed, so that its sales no longer change.
    func isClosed(_ day: CalendarDay?) throws -> Bool {
        try day.map(closedDays.get().contains) ?? false
    }

    /// A record that later rows may name.
    ///
    /// - Parameters:
    ///   - entity: its entity; nil for that of the object.
    ///   - make: makes it again if it was not saved; nil for a stored one.
    func known(
        _ object: ManagedObject?, entity: String? = nil, number: Int64? = nil,
        _ make: @escaping () throws -> ManagedObject? = { nil }
    ) -> CreatedRecord {
        let entity = entity ?? object?.objectID.entityName ?? ""
        let record = CreatedRecord(object, number: number) { [unowned self, index] number in
            let object = try number.map { try context.record(entity, $0) } ?? make()
            if let object { own(object, by: index) }
            return object
        }
        createdRecords.append(record)
        return record
    }

    // MARK: - Rows and objects

    /// The row that first touched an object.
    func owner(of object: ManagedObject) -> Int? { owner(of: object.objectID) }

    /// The row that first touched a record, which need not be in memory.
    func owner(of id: ManagedObjectID) -> Int? { rowOfObject[id] ?? rowOfNew[id] }

    /// Records that a row, by default the current one, touches an object.
    func own(_ object: ManagedObject, by owner: Int? = nil) {
        let index = owner ?? index
        let key = object.objectID
        guard self.owner(of: key) == nil else { return }
        if object.isInserted { rowOfNew[key] = index } else { rowOfObject[key] = index }
    }

    /// Records the row of a new object beyond the current part, since a later part may name it.
    func keepOwner(of object: ManagedObject) { rowOfObject[object.objectID] = index }

    /// Runs a closure for a row. A fault refuses the row.
    ///
    /// - Returns: nil if the row is refused.
    func attempt<Value>(_ body: () throws -> Value?) throws -> Value? {
        do {
            return try body()
        } catch let fault as RowFault {
            row.fail(fault)
            return nil
        }
    }

    // MARK: - Rules

    /// Validates the records of a part, except those of an import in parts: its plan did so before, and
    /// each save does.
    private func validatePart() throws { if save == nil || !isInParts { try validate() } }

    /// Validates all new and changed objects, as a save does.
    func validate() throws {
        let objects = context.insertedObjects + context.updatedObjects
        for (count, object) in objects.enumerated() {
            if !isInParts, count.isMultiple(of: partSize.step) {
                try progress?.advance(to: objects.count + count, of: 2 * objects.count)
            }
            do {
                if object.isInserted {
                    try object.validateForInsert()
                } else {
                    try object.validateForUpdate()
                }
            } catch PersistenceError.validation(let faults) {
                // A later part may give a sale to a customer who has none yet.
                if isInParts, object is Customer, !object.isInserted,
                    faults.contains(where: { $0.key == "sales" })
                {
                    throw NotInParts()
                }
                index = owner(of: object) ?? rows.start
                // An object of an earlier row is reported there.
                guard rows.has(index) else { continue }
                // A refused row may lack values because of its refusal.
                let isRefused = row.isRefused
                for fault in faults {
                    if let column = column(of: fault, of: object) {
                        row.fail(RowFault(column, fault.messageAboutValue))
                    } else if !isRefused {
                        row.fail(RowFault(nil, fault.reason))
                    }
                }
            }
        }
    }

    /// The column with the value that breaks a rule.
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
            case (is CustomerAddress, _): [file.kind.column(named: key), .addresses]
            case (is Payment, "amountCents"): [.amount]
            case (is Product, "name"): [.name, .productName, .product]
            case (is Product, "price"): [.price, .unitPrice]
            default: [file.kind.column(named: key)]
            }
        return columns.compactMap(\.self).first(where: file.columns.contains)
    }
}

extension ImportKind {
    fileprivate static func cardColumn(_ key: String) -> ImportColumn? {
        cardColumns.first { $0.rawValue.lowercased() == "card" + key.lowercased() }
    }
}
