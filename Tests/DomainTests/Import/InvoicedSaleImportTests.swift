import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("Imports of lines of sales that were invoiced")
struct InvoicedSaleImportTests {
    @Test("What an invoice says was sold stays, and so does the day")
    func stays() async throws {
        let shop = try TestHousehold()
        try shop.addCustomer("Ann", [.line("Mug", 1, "10.00")])
        try await shop.household.container.write { context in
            let draft = InvoiceDraft(
                day: .test, dueDay: .test, buyerName: "Ann",
                texts: IssuedTexts(from: IssuedTexts.Sender(), in: .dollar))
            _ = try Sale.find(1, in: context)?.addInvoice(draft, in: context)
            try shop.household.save(context)
        }

        let same = try await shop.plan(shop.linesFile())
        let lines = try await shop.plan("number,position,product,quantity\n1,1,Mug,2\n")
        let added = try await shop.plan("number,position,product,quantity,price\n1,2,Jug,1,2\n")
        let day = try await shop.plan("number,date,voidReason\n1,2026-11-20,\n")
        let note = try await shop.plan("number,date,note\n1,,By hand\n")

        #expect(same.counts.unchanged == 1)
        let reason = "sale 1 has invoice 1; its lines stay as they are."
        #expect(try lines.refusals == ["2 \(reason)"])
        #expect(try added.refusals == ["2 \(reason)"])
        #expect(try day.refusals == ["2 date: sale 1 has invoice 1, which says its day."])
        #expect(try note.refusals == [])
    }
}
