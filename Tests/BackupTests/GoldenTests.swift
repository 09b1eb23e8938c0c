import Domain
import Foundation
import ObjectModel
import Persistence
import Testing

@testable import Backup

/// Backups made by earlier versions, which never change.
@Suite("Backups of earlier versions")
struct GoldenTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Goldens").path

    private static var names: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: folder).filter {
                $0.contains(".tar.")
            }.sorted()
        }
    }

    @Test("Each restores, with its contents")
    func restore() async throws {
        #expect(try Self.names.count >= 2)
        for name in try Self.names {
            let target = NSTemporaryDirectory() + "golden-\(UUID())"
            defer { try? FileManager.default.removeItem(atPath: target) }
            let directory = DataDirectory(path: target)
            _ = try BackupRestorer("\(Self.folder)/\(name)", to: directory).run()

            let household = try Household(directory: directory)
            let items = try await household.container.read { context in
                try Item.latest(10, in: context).map { item in
                    #expect(item.listedPhotos.first?.key == item.key, "\(name)")
                    return (item.itemName ?? "", item.key)
                }
            }
            _ = try await household.sweep()
            try household.close()

            #expect(items.map(\.0).sorted() == ["Lamp", "Söfa"], "\(name)")
            for (_, key) in items {
                #expect(household.itemImages.path(of: key) != nil, "\(name)")
            }
            #expect(try HouseholdCheck(directory).run().faults.isEmpty, "\(name)")
        }
    }

    @Test("Sales from before taxes and payments are restored with the same totals")
    func sales() async throws {
        let target = NSTemporaryDirectory() + "golden-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: target) }
        let directory = DataDirectory(path: target)
        _ = try BackupRestorer("\(Self.folder)/sales-2.tar.zst", to: directory).run()

        let household = try Household(directory: directory)
        defer { try? household.close() }
        try await household.container.read { context in
            var request = FetchRequest<Sale>()
            request.sortDescriptors = [FetchSortDescriptor("number")]
            let sales = try context.fetch(request)
            let totals = try household.salesFigures.totals(of: SalesPeriod(), in: context)
            #expect(sales.map(\.number) == [1, 2, 3, 4])
            #expect(sales.map { "\($0.total)" } == ["69.97", "19.98", "-9.99", "40"])
            #expect(sales.map(\.isReturn) == [false, false, true, false])
            #expect(sales.map(\.isVoid) == [false, false, false, true])
            #expect(sales.allSatisfy { $0.tax == 0 && $0.owed == 0 && !$0.isPaymentKnown })
            #expect(sales.allSatisfy { $0.time == nil && $0.customer?.name == "Ann" })
            #expect("\(totals.amount)" == "79.96")
            #expect(totals.quantity == 5)
        }
        // Old sales can be returned, taxed and paid like new ones.
        try await household.container.write { context in
            let sale = try #require(try Sale.find(1, in: context))
            _ = try sale.addReturn(sale.wholeReturn(on: CalendarDay.today()), in: context)
            try household.save(context)
            #expect(sale.netAmount == 0)
        }
    }

    @Test(
        "Sales with taxes, payments, a closed day and an invoice are restored as they were")
    func taxedSales() async throws {
        let target = NSTemporaryDirectory() + "golden-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: target) }
        let directory = DataDirectory(path: target)
        _ = try BackupRestorer("\(Self.folder)/sales-3.tar.zst", to: directory).run()

        let household = try Household(directory: directory)
        defer { try? household.close() }
        try await household.container.write { context in
            var request = FetchRequest<Sale>()
            request.sortDescriptors = [FetchSortDescriptor("number")]
            let sales = try context.fetch(request)
            let totals = try household.salesFigures.totals(of: SalesPeriod(), in: context)
            #expect(
                sales.map { "\($0.total)" }
                    == ["69.97", "19.98", "-9.99", "40", "89.99", "32.66", "9.99"])
            #expect(sales.map { "\($0.tax)" }.suffix(3) == ["14.37", "2.66", "0"])
            #expect(sales.map { "\($0.owed)" }.suffix(3) == ["0", "0", "9.99"])
            #expect(sales[4].payments.count == 2)
            #expect(sales[4].time?.description == "10:30")
            #expect("\(totals.amount)" == "212.6")
            #expect(sales[6].invoice?.number == 1)
            #expect(sales[6].invoice?.buyerName == "Ann")
            #expect(sales[6].customer?.notes == "Likes blue")
            let day = try #require(sales[4].day)
            #expect(try ClosedDay.isClosed(day, in: context))
            let vase = try #require(try Product.coded("V-1", in: context))
            #expect(vase.stock == 6)
            #expect(vase.category?.name == "Glass")
            #expect(
                try ParkedSale.all(in: context).map(\.form) == ["lines%5B0%5D%5Bproduct%5D=3"])
            // Numbers continue from there; the first paper is a quote.
            let line = SaleDraft.Line(.product(vase.savedNumber))
            let draft = SaleDraft(day: .today(), lines: [line])
            #expect(try Sale.add(draft, in: context).number == 8)
            let quote = try Quote.add(QuoteDraft(draft), for: sales[6].customer, in: context)
            try household.save(context)
            #expect(quote.number == 1)
            #expect(vase.stock == 5)
        }
    }

    @Test(
        "Invoices from before stored texts are restored; the next one stores its texts"
    )
    func formerInvoices() async throws {
        let target = NSTemporaryDirectory() + "golden-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: target) }
        let directory = DataDirectory(path: target)
        _ = try BackupRestorer("\(Self.folder)/sales-4.tar.zst", to: directory).run()
        #expect(
            try Household.modelVersionNames(ofStoreAt: directory.store).contains("Sales 4"))

        let household = try Household(directory: directory)
        defer { try? household.close() }
        try await household.container.write { context in
            var request = FetchRequest<Sale>()
            request.sortDescriptors = [FetchSortDescriptor("number")]
            let sales = try context.fetch(request)
            #expect(sales.map { "\($0.total)" } == ["19.98", "35.7", "-11.9"])
            #expect(sales.map { "\($0.tax)" } == ["0", "5.7", "-1.9"])
            let customer = try #require(sales[0].customer)
            #expect(customer.numbers.compactMap(\.number) == ["555 0101"])
            #expect(customer.addresses.compactMap(\.city) == ["Springfield"])
            #expect(customer.tags.compactMap(\.name) == ["regular"])
            #expect(try context.fetch(FetchRequest<Quote>()).map(\.buyerName) == ["Bea"])
            let shop = try #require(try ShopProfile.current(in: context))
            #expect(shop.name == "Corner Shop")
            let invoices = sales.compactMap(\.invoice)
            #expect(invoices.map(\.number) == [1, 2])
            #expect(invoices.map(\.buyerName) == ["Ann", "Ann"])
            for invoice in invoices { #expect(try invoice.texts() == nil) }
            let texts = IssuedTexts(from: ShopDetails(), in: .dollar)
            let third = try sales[0].addInvoice(
                texts, to: "Ann", on: .today(), due: .today(), in: context)
            try household.save(context)
            #expect(third.number == 3)
            #expect(try third.texts()?.lines.map(\.name) == ["Vase"])
        }
    }

    @Test("An inventory from before documents is restored, and takes documents")
    func inventory() async throws {
        let target = NSTemporaryDirectory() + "golden-\(UUID())"
        defer { try? FileManager.default.removeItem(atPath: target) }
        let directory = DataDirectory(path: target)
        _ = try BackupRestorer("\(Self.folder)/inventory-4.tar.zst", to: directory).run()

        let household = try Household(directory: directory)
        defer { try? household.close() }
        try await household.container.write { context in
            let items = try Item.latest(10, in: context)
            let sofa = try #require(items.first { $0.itemName == "Söfa" })
            let lamp = try #require(items.first { $0.itemName == "Lamp" })
            #expect(sofa.itemNumber == 1)
            #expect(sofa.valueInDollars == 210)
            #expect(sofa.valueRecords.map(\.valueInDollars) == [200])
            #expect(sofa.tags.compactMap(\.name).sorted() == ["big", "old"])
            #expect(sofa.purchasePrice.map { "\($0)" } == "250.5")
            #expect(sofa.location?.name == "House")
            #expect(lamp.container === sofa)
            #expect(lamp.loans.map(\.borrower) == ["Ann"])
            #expect(sofa.documents.isEmpty && sofa.photos.map(\.key) == [sofa.key])
            sofa.photos.first?.captureDate = sofa.purchaseDate
            try household.save(context)
            #expect(sofa.captureDate == sofa.purchaseDate)
        }
    }

    /// Makes the golden backup of this version: `HOMEOWNER_GOLDENS=1 swift test --filter makeGoldens`.
    @Test(.enabled(if: ProcessInfo.processInfo.environment["HOMEOWNER_GOLDENS"] != nil))
    func makeGoldens() throws {
        try FileManager.default.createDirectory(
            atPath: Self.folder, withIntermediateDirectories: true)
        let test = try TestBackup(items: 0)
        let household = try Household(directory: test.directory)
        for name in ["Söfa", "Lamp"] { try TestBackup.addItem(name, to: household) }
        try household.close()
        _ = try BackupFile(
            BackupMaker(test.directory),
            path: "\(Self.folder)/\(ProgramVersion.current).tar.zst"
        ).make()
        try makeFirstModels()
    }

    /// A household with the first version of its models: only an inventory.
    private func makeFirstModels() throws {
        let test = try TestBackup(items: 0)
        try FileManager.default.removeItem(atPath: test.directory.path)
        try test.directory.create()
        let bundle = Self.folder + "/../../../Sources/Domain/Inventory/Inventory.xcdatamodeld"
        let container = try PersistentContainer(
            model: ManagedObjectModel(contentsOf: bundle, version: "Inventory"),
            classes: [], store: .sqlite(path: test.directory.store),
            transformers: [ImageTransformer.name: ImageTransformer()])
        for (order, name) in ["Söfa", "Lamp"].enumerated() {
            let key = UUID()
            try container.write { context in
                let item = try ManagedObject(entityName: "Item", context: context)
                try item.setValue(name, forKey: "itemName")
                try item.setValue(key, forKey: "itemKey")
                try item.setValue(Date(timeIntervalSince1970: 0), forKey: "dateCreated")
                try item.setValue(Double(order + 1), forKey: "orderingValue")
                try item.setValue(TestBackup.thumbnail, forKey: "thumbnail")
                try context.save()
            }
            try TestBackup.picture(name).write(
                to: URL(fileURLWithPath: "\(test.directory.images)/\(key.uuidString)"))
        }
        try container.close()
        _ = try BackupFile(
            BackupMaker(test.directory), path: "\(Self.folder)/inventory-1.tar.gz"
        ).make()
    }
}
