import Foundation
import HTTPTypes
import HummingbirdTesting
import Persistence
import Testing

@testable import Domain
@testable import Web

@Suite("Imports with unreadable records")
struct UnreadableImportTests {
    @Test("An import whose record cannot be read is listed, and its page says why it is not shown")
    func page() async throws {
        let token = "0123456789abcdef0123456789abcdef"
        let site = try TestSite()
        let household = try Household(
            directory: DataDirectory(path: site.configuration.dataDirectory))
        try household.addUnreadableImport(token)
        try household.close()

        try await site.test { client in
            let imports = ImportClient(site: InventoryClient(client: client), address: "/import")
            let list = try await imports.text("/import")
            let sales = try await imports.text("/sales/import")
            let page = try await imports.site.get("/imports/\(token)")
            let undo = try await imports.site.post("/imports/\(token)/undo")

            #expect(list.contains("/imports/\(token)\""))
            #expect(list.contains("An import that cannot be read"))
            #expect(!sales.contains("An import that cannot be read"))
            #expect(page.status == .notFound)
            #expect(page.text.contains("This import cannot be read"))
            #expect(undo.status == .notFound)
            #expect(undo.text.contains("This import cannot be read"))
        }
    }
}

extension Household {
    /// Adds the record of an import that no version of the program reads.
    func addUnreadableImport(_ id: String) throws {
        try container.write { context in
            let step = UndoStep.add(
                ImportRecord.number(at: Date()), to: ImportRecord.series, in: context)
            (step.token, step.changes) = (id, Data("{}".utf8))
            try save(context)
        }
    }
}
