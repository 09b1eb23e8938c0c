import Foundation
import Persistence
import Synchronization
import Testing

@testable import Domain

extension TestHousehold {
    /// The preview of importing a text.
    func plan(_ text: String, _ kind: ImportKind? = nil) async throws -> ImportPlan {
        let file = try ImportFile(Data(text.utf8), named: "test.csv", kind: kind)
        return try await household.plan(file)
    }

    /// Imports a text. Returns the record of the import.
    @discardableResult
    func importing(_ text: String, _ kind: ImportKind? = nil) async throws -> ImportRecord {
        try await importing(ImportFile(Data(text.utf8), named: "test.csv", kind: kind)).record
    }

    /// Imports a file by its plan, which has no refusals. Returns the plan and the record.
    @discardableResult
    func importing(
        _ file: ImportFile
    ) async throws -> (plan: ImportPlan, record: ImportRecord) {
        let plan = try await household.plan(file)
        #expect(try plan.refusals == [])
        let token = try household.imports.keep(file)
        let result = try await household.confirmImport(token, digest: plan.digest)
        guard case .done(let record) = result else { throw NoSuchItem() }
        return (plan, record)
    }

    /// Imports a file, with an action between the dry run and the save.
    func importing(
        _ file: ImportFile, agreedTo plan: ImportPlan? = nil,
        beside other: @escaping @Sendable (_ token: String) throws -> Void
    ) async throws -> (result: Household.ImportResult, attempts: Int) {
        let token = try household.imports.keep(file)
        let isDone = Flag()
        let attempts = Mutex((count: 0, phase: ImportProgress.Phase.reading))
        let progress = ImportProgress { state in
            attempts.withLock {
                if state.phase == .importing, $0.phase != .importing { $0.count += 1 }
                $0.phase = state.phase
            }
            guard state.phase == .saving, isDone.raise() else { return }
            do { try other(token) } catch { Issue.record(error) }
        }
        let result = try await household.confirmImport(
            token, digest: plan?.digest, progress: progress)
        return (result, attempts.withLock { $0.count })
    }

    /// Records another part of an import.
    func note(_ part: ImportPart, of id: String) throws {
        let number = Int64(try household.partCount(of: id)) + 1
        try household.container.write { context in
            let step = UndoStep.add(number, to: id, in: context)
            step.changes = try JSONEncoder().encode(part)
            try household.save(context)
        }
    }

    /// Deletes the record of an import.
    func remove(_ record: ImportRecord) throws {
        try household.deleteSteps(.key("token") == record.id)
    }

    /// Makes the record of an import unreadable.
    func spoil(_ record: ImportRecord) throws {
        try household.container.write { context in
            let step = try context.fetchFirst(FetchRequest<UndoStep>(.key("token") == record.id))
            step?.changes = Data("{}".utf8)
            try household.save(context)
        }
    }

    /// Puts the record of an import into a file, where former versions had it.
    func moveToFile(_ record: ImportRecord, as suffix: String = ".done.json") throws {
        let path = household.imports.path(record.id + suffix)
        try JSONEncoder().encode(record).write(to: URL(fileURLWithPath: path))
        try remove(record)
    }

    /// Blocks saves, or allows them again.
    func blockSaves(_ isBlocked: Bool) throws {
        let (images, away) = (directory.images, directory.images + "-away")
        if isBlocked {
            try FileManager.default.moveItem(atPath: images, toPath: away)
            try Data().write(to: URL(fileURLWithPath: images))
        } else {
            try FileManager.default.removeItem(atPath: images)
            try FileManager.default.moveItem(atPath: away, toPath: images)
        }
    }

    /// All customers, products, sales and lines as text, to compare.
    func contents() throws -> [String] {
        try household.container.read { context in
            let customers = try context.fetch(FetchRequest<Customer>()).map {
                "C \($0.name ?? "") \($0.emailid ?? "-") \($0.contactno ?? "-") \($0.sales.count)"
            }
            let products = try context.fetch(FetchRequest<Product>()).map {
                "P \($0.name ?? "") \($0.price ?? 0) \($0.retiredAt.map { "\($0)" } ?? "-")"
            }
            let sales = try context.fetch(FetchRequest<Sale>()).map { sale in
                let lines = sale.lines.map {
                    "\($0.quantity ?? 0)x\($0.product?.name ?? "")@\($0.unitPrice ?? 0)"
                }
                return "S \(sale.number) \(sale.day.map { "\($0)" } ?? "") "
                    + "\(sale.customer?.name ?? "-") \(lines) \(sale.voidReason ?? "-") "
                    + "\(sale.returnOf?.number ?? 0)"
            }
            return (customers + products + sales).sorted()
        }
    }

    /// The lines of all sales as a file that can be imported.
    func linesFile(ids: Bool = true) throws -> String {
        try household.container.read { context in
            var request = FetchRequest<Sale>()
            request.sortDescriptors = [FetchSortDescriptor("number")]
            var text =
                "number,position,date,customer,customerName,emailid,contactno,returnOf,voidedAt,"
                + "voidReason,product,productName,quantity,unitPrice,itemKey\r\n"
            for sale in try context.fetch(request) {
                for (index, line) in sale.lines.enumerated() {
                    let customer = sale.customer
                    let cells: [String?] = [
                        sale.number.description, (index + 1).description, sale.day?.description,
                        ids ? customer?.objectID.recordNumber?.description : nil,
                        customer?.name, customer?.emailid, customer?.contactno,
                        sale.returnOf?.number.description,
                        ImportDate.text(sale.voidedAt), sale.voidReason,
                        ids ? line.product?.objectID.recordNumber?.description : nil,
                        line.product?.name, line.quantity?.description,
                        Money.plainText(line.unitPrice ?? 0), line.itemKey?.uuidString,
                    ]
                    text +=
                        cells.map { cell in
                            let text = FormulaText.defused(cell ?? "")
                            return "\"" + text.replacingOccurrences(of: "\"", with: "\"\"") + "\""
                        }.joined(separator: ",") + "\r\n"
                }
            }
            return text
        }
    }
}

extension ImportOutline {
    /// The attributes with their target columns.
    var readColumns: [String: ImportColumn] {
        columns.reduce(into: [:]) { $0[$1.name] = $1.column }
    }
}

extension ImportPlan {
    /// The faults of all rows: `3 price: …`.
    var refusals: [String] {
        get throws {
            try rows.all().flatMap { row in
                if case .refused(let faults) = row.verdict {
                    faults.map { "\(row.line) \($0.text)" }
                } else {
                    [String]()
                }
            }
        }
    }

    /// The changes of all rows: `3 price: 1.00 → 2.00`.
    var changes: [String] {
        get throws {
            try rows.all().flatMap { row in
                if case .changes(let changes) = row.verdict {
                    changes.map { "\(row.line) \($0.column): \($0.former) → \($0.new)" }
                } else {
                    [String]()
                }
            }
        }
    }
}
