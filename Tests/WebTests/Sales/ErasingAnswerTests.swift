import Domain
import Foundation
import HTTPTypes
import HummingbirdTesting
import Persistence
import Testing

@testable import Web

struct ErasingAnswerTests {
    @Test("Removing a person is reported as done even while the log is in use")
    func logInUse() async throws {
        let test = try TestSite()
        let household = try Household.open(test.configuration)
        let shop = Shop(try test.site(household))
        let number = try await household.container.write { context in
            let draft = SaleDraft(
                day: CalendarDay.today(),
                lines: [SaleDraft.Line(.productNamed("Mug"), unitPrice: 3)])
            let customer = try Customer.add(
                named: "Quentin Quokka", firstSale: draft, in: context)
            try household.save(context)
            return try #require(customer.objectID.recordNumber)
        }
        let application = try makeApplication(
            shop.site, [CustomersController(shop: shop)], services: [],
            logger: LogRecorder().logger)
        let (isReading, isDone) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        Thread.detachNewThread {
            try? household.container.read { context in
                _ = try context.count(for: FetchRequest<Customer>())
                isReading.signal()
                isDone.wait()
            }
        }
        await withCheckedContinuation { continuation in
            Thread.detachNewThread {
                isReading.wait()
                continuation.resume()
            }
        }

        let answer = try await application.test(.router) { client in
            try await InventoryClient(client: client).post("/customers/\(number)/anonymization")
        }

        #expect(answer.status == .seeOther)
        #expect(household.hasPendingErasure)
        isDone.signal()
        while try await !household.erasePersonalData() {}
        try household.close()
    }
}
