import Foundation
import Testing

@testable import Domain

struct CentsTests {
    @Test("The cents of an amount are exact, whatever its size and however it is written")
    func whole() {
        var random = SeededNumbers(state: 7)
        for digits in 0...18 {
            let most = Int64(pow(10, Double(digits)))
            for _ in 0..<200 {
                let cents = Int64.random(in: -most...most, using: &random)
                let amount = Cents.amount(cents)
                #expect(Cents.whole(amount) == cents)
                // As `1.50` and `1.5` are the same.
                let longer = Decimal(
                    sign: cents < 0 ? .minus : .plus, exponent: -4,
                    significand: Decimal(cents.magnitude) * 100)
                #expect(Cents.whole(longer) == cents)
            }
        }
        #expect(Cents.amount(Int64(0)) == 0)
        #expect(Cents.whole(1_000_000_000_000) == 100_000_000_000_000)
    }

    @Test(
        "Amounts with fractions of a cent, or too large, have no cents",
        arguments: ["0.001", "-1.005", "999999999999.999", "123456789012345678901.00"])
    func others(amount: String) throws {
        #expect(Cents.whole(try #require(Decimal(string: amount))) == nil)
    }
}
