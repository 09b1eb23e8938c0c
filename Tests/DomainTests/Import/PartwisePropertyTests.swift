import Foundation
import Persistence
import Testing

@testable import Domain

@Suite("Any table of lines, in parts and at once")
struct PartwisePropertyTests {
    /// A table of some parts, with new and existing sales, with and without numbers, and with
    /// returns of any of them, some of more than was sold.
    private static func random(seed: UInt64) -> String {
        var numbers = SeededNumbers(state: seed)
        func pick(_ range: Range<Int>) -> Int { Int.random(in: range, using: &numbers) }
        var text = "number,position,date,customerName,emailid,returnOf,product,quantity,unitPrice\n"
        // The products of each sale, with the quantities that can still be returned.
        var sold: [Int: (product: Int, quantity: Int)] = [:]
        for number in 1...20 { sold[number] = (number, 3) }
        for number in 21...170 {
            let customer = pick(0..<30)
            let who = customer == 0 ? "," : "Customer \(customer),c\(customer)@x.org"
            switch pick(0..<10) {
            case 0:
                text +=
                    ",,2026-11-20,Once \(number),o\(number)@x.org,,Single \(number % 9),2,1.00\n"
            case 1:
                let origin = pick(1..<number)
                guard let line = sold[origin], line.quantity > 0 else { continue }
                // Occasionally more is returned than was sold.
                let quantity = pick(0..<200) == 0 ? line.quantity + 1 : 1
                sold[origin] = (line.product, line.quantity - quantity)
                text += "\(number),1,2026-11-21,,,\(origin),P \(line.product),\(quantity),"
                text += "\(price(line.product))\n"
            case 2 where pick(0..<3) == 0:
                let known = pick(1..<21)
                guard sold[known]?.quantity == 3, !text.contains("\n\(known),") else { continue }
                text += "\(known),1,2026-11-20,,,,P \(known),4,\(price(known))\n"
            default:
                let first = pick(0..<100)
                sold[number] = (first, 3)
                for position in 1...pick(1..<6) {
                    let product = first + (position - 1) * 7
                    text += "\(number),\(position),2026-11-20,\(who),,P \(product),3,"
                    text += "\(price(product))\n"
                }
            }
        }
        return text
    }

    private static func price(_ product: Int) -> String { "\(product % 40 + 1).50" }

    @Test(
        "Importing any table in parts has the result of importing it at once",
        arguments: 1...4 as ClosedRange<UInt64>)
    func property(seed: UInt64) async throws {
        let text = Self.random(seed: seed)
        let file = try ImportFile(Data(text.utf8), named: "test.csv")
        try #require(file.comesInParts(.short))
        let shop = try TestHousehold(importPartSize: .short)
        let other = try TestHousehold(importPartSize: .unlimited)
        for household in [shop, other] {
            for number in 1...20 {
                try household.addCustomer(
                    "Customer \(number)", emailid: "c\(number)@x.org",
                    [.line("P \(number)", 3, Self.price(number))])
            }
        }

        let plan = try await shop.household.plan(file)
        let atOnce = try await other.household.plan(file)

        #expect(plan.isApplicable == atOnce.isApplicable)
        guard plan.isApplicable else { return }
        #expect(plan.digest == atOnce.digest && plan.warnings == atOnce.warnings)
        let before = try shop.contents()
        let record = try await shop.importing(text)
        try await other.importing(text)
        #expect(try shop.contents() == other.contents())
        #expect(try await shop.plan(text).counts.unchanged == file.rows.count)
        guard case .done(let undone) = try await shop.household.undoImport(record.id) else {
            Issue.record("It was not taken back")
            return
        }
        #expect(try undone.left == [] && shop.contents() == before)
    }
}
