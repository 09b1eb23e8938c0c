import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("Imports of lines of invoiced sales")
struct InvoicedSaleImportTests {
    @Test("Invoiced lines, their day and the customer cannot be changed")
    func stays() async throws {
        let shop = try TestHousehold()
        try shop.addCustomer("Bob", [.line("Cup", 1, "5.00")])
        try shop.addCustomer("Ann", [.line("Mug", 1, "10.00")])
        try await shop.household.container.write { context in
            _ = try Sale.find(2, in: context)?.addInvoice(
                IssuedTexts(from: ShopDetails(), in: .dollar), to: "Ann", on: .test, due: .test,
                in: context)
            try shop.household.save(context)
        }

        let same = try await shop.plan(shop.linesFile())
        let lines = try await shop.plan("number,position,product,quantity\n2,1,Mug,2\n")
        let added = try await shop.plan("number,position,product,quantity,price\n2,2,Jug,1,2\n")
        let day = try await shop.plan("number,date,voidReason\n2,2026-11-20,\n")
        let buyer = try await shop.plan("number,date,customer\n2,,Bob\n")
        let note = try await shop.plan("number,date,note\n2,,By hand\n")

        #expect(same.counts.unchanged == 2)
        let reason = "sale 2 has invoice 1; its lines stay as they are."
        #expect(try lines.refusals == ["2 \(reason)"])
        #expect(try added.refusals == ["2 \(reason)"])
        #expect(try day.refusals == ["2 date: sale 2 has invoice 1, which says its day."])
        #expect(
            try buyer.refusals == ["2 customer: sale 2 has invoice 1, which says who bought."])
        #expect(try note.refusals == [])
    }
}
