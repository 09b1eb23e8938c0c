import Domain
import Foundation
import ObjectModel
import Persistence
import Testing

@testable import Backup

@Suite("Model versions of the backups")
struct GoldenVersionsTests {
    private static let domain = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../Sources/Domain").standardizedFileURL.path

    /// The version from before backups existed, which the test creates.
    private static let firstSales = "Sales"

    @Test("There is a backup of every version of every model except the current one")
    func all() throws {
        let goldens = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("Goldens").path
        var covered: Set<String> = [Self.firstSales]
        let names = try FileManager.default.contentsOfDirectory(atPath: goldens).filter {
            $0.contains(".tar.")
        }
        let everything = "../../Goldens/household/euro.backup.tar.zst"
        for name in names + [everything] {
            let target = NSTemporaryDirectory() + "golden-\(UUID())"
            defer { try? FileManager.default.removeItem(atPath: target) }
            let directory = DataDirectory(path: target)
            _ = try BackupRestorer("\(goldens)/\(name)", to: directory).run()
            covered.formUnion(try Household.modelVersionNames(ofStoreAt: directory.store))
        }
        let present = try TestBackup(items: 0)
        covered.formUnion(try Household.modelVersionNames(ofStoreAt: present.directory.store))

        let household = try Household(directory: present.directory)
        defer { try? household.close() }
        for section in household.modelParts.map(\.name) {
            let bundle = "\(Self.domain)/\(section)/\(section).xcdatamodeld"
            let versions = try ManagedObjectModel.versions(of: bundle).map { version in
                let model = try ManagedObjectModel(contentsOf: bundle, version: version)
                return (name: version, hashes: model.entityVersionHashesByName)
            }
            // Differences outside of the hash, such as searched texts, count as one version for
            // stores.
            let stored = versions.filter { covered.contains($0.name) }.map(\.hashes)
            for (version, hashes) in versions {
                #expect(stored.contains(hashes), "no backup of \(version)")
            }
        }
    }

    @Test("A backup with the first sales restores and is migrated")
    func firstSales() async throws {
        let test = try TestBackup(items: 0)
        try FileManager.default.removeItem(atPath: test.directory.path)
        try test.directory.create()
        try Self.makeFirstSales(in: test.directory)
        try test.makeBackup()
        let restored = DataDirectory(path: test.folder + "/restored")
        _ = try BackupRestorer(test.archive, to: restored).run()

        #expect(
            try Household.modelVersionNames(ofStoreAt: restored.store).contains(Self.firstSales))
        let household = try Household(directory: restored)
        defer { try? household.close() }
        let sales = try await household.container.read { context in
            try context.fetch(FetchRequest<Sale>()).map {
                "\($0.number) \($0.customer?.name ?? "") \($0.total)"
            }
        }
        #expect(sales == ["7 Ann 19.98"])
    }

    /// A store with a sale as the first version of the model had it.
    private static func makeFirstSales(in directory: DataDirectory) throws {
        let versions = [
            "Inventory": "Inventory 2", "Sales": firstSales, "Groceries": "Groceries",
            "Books": "Books", "Places": "Places",
        ]
        let models = try versions.sorted { $0.key < $1.key }.map { section, version in
            try ManagedObjectModel(
                contentsOf: "\(domain)/\(section)/\(section).xcdatamodeld", version: version)
        }
        let container = try PersistentContainer(
            model: ManagedObjectModel(merging: models), classes: [],
            store: .sqlite(path: directory.store),
            transformers: [ImageTransformer.name: ImageTransformer()])
        try container.write { context in
            let (customer, product, sale, line) = try (
                ManagedObject(entityName: "Customer", context: context),
                ManagedObject(entityName: "Product", context: context),
                ManagedObject(entityName: "Sale", context: context),
                ManagedObject(entityName: "SaleLine", context: context)
            )
            try customer.setValue("Ann", forKey: "name")
            try product.setValue("Mug", forKey: "name")
            try product.setValue(Decimal(9.5), forKey: "price")
            try sale.setValue(Int64(7), forKey: "number")
            try sale.setValue(Date(timeIntervalSince1970: 1_763_683_200), forKey: "date")
            try sale.setValue(customer, forKey: "customer")
            try line.setValue(Int32(2), forKey: "quantity")
            try line.setValue(Decimal(string: "9.99"), forKey: "unitPrice")
            try line.setValue(product, forKey: "product")
            try line.setValue(sale, forKey: "sale")
            try context.save()
        }
        try container.close()
    }
}
