import Foundation
import Persistence
import Testing

@testable import Domain

struct PriceCalculationTests {
    @Test("A percentage discount is rounded per line, half up")
    func lineDiscount() throws {
        let calculation = try PriceCalculation(
            [Self.line(3, "0.35", .percent(Self.percent("50")))], discount: nil)

        #expect(calculation.parts == [.init(discount: 53, adjustment: -53)])
    }

    @Test("An included tax is part of the price; an excluded one is added")
    func taxes() throws {
        let calculation = try PriceCalculation(
            [
                Self.line(1, "1.00", tax: .init(percent: Self.percent("19"), isAdded: false)),
                Self.line(1, "1.00", tax: .init(percent: Self.percent("8.875"), isAdded: true)),
            ], discount: nil)

        #expect(
            calculation.parts == [
                .init(tax: 16, adjustment: 0), .init(tax: 9, adjustment: 9),
            ])
    }

    @Test("A discount on the sale is distributed among the lines to the cent, before the tax")
    func shares() throws {
        let tax = PriceCalculation.Tax(percent: Self.percent("10"), isAdded: true)
        let calculation = try PriceCalculation(
            [
                Self.line(1, "1", tax: tax), Self.line(1, "1", tax: tax),
                Self.line(1, "1", tax: tax),
            ],
            discount: .cents(100))

        #expect(calculation.discount == 100)
        #expect(calculation.parts.map(\.share) == [33, 34, 33])
        #expect(calculation.parts.map(\.tax) == [7, 7, 7])
        #expect(calculation.parts.map(\.adjustment) == [-26, -27, -26])
    }

    @Test("A discount is at most the price")
    func tooMuch() throws {
        let faults = Self.faults([Self.line(1, "2", .cents(201))], nil)
        let whole = Self.faults([Self.line(1, "2")], .cents(201))

        #expect(
            faults == [
                SaleFault(line: 0, "discount", "The discount is more than the line comes to.")
            ])
        #expect(whole == [SaleFault("discount", "The discount is more than the sale comes to.")])
        #expect(Self.faults([Self.line(1, "2", .cents(200))], nil).isEmpty)
        #expect(
            Self.faults([Self.line(1_000_000, "9999999999999.99", .cents(1))], nil).map(\.key) == [
                "unitPrice"
            ])
        #expect(Self.faults([Self.line(1_000_000, "9999999999999.99")], nil).isEmpty)
    }

    @Test("The parts of generated sales add up exactly to the whole")
    func generated() throws {
        var random = SeededNumbers(state: 17)
        for _ in 0..<2_000 {
            let lines = (0...Int.random(in: 0...6, using: &random)).map { _ in
                Self.randomLine(&random)
            }
            let discount = Self.randomDiscount(&random)
            guard let calculation = try? PriceCalculation(lines, discount: discount) else {
                continue
            }

            var left: Int64 = 0
            for (line, parts) in zip(lines, calculation.parts) {
                let gross = try #require(
                    Cents.whole(Cents.amount(of: line.quantity, at: line.unitPrice)))
                left += gross - parts.discount
                #expect((0...gross).contains(parts.discount))
                #expect((0...(gross - parts.discount)).contains(parts.share))
                let net = Decimal(gross - parts.discount - parts.share)
                let isAdded = line.tax?.isAdded ?? false
                #expect(
                    parts.adjustment == (isAdded ? parts.tax : 0) - parts.discount - parts.share)
                let rate = line.tax?.percent.number ?? 0
                let exact = isAdded ? net * rate / 100 : net * rate / (100 + rate)
                #expect(abs(exact - Decimal(parts.tax)) <= Decimal(string: "0.5") ?? 0)
            }
            #expect(calculation.parts.reduce(0) { $0 + $1.share } == calculation.discount)
            #expect((0...left).contains(calculation.discount))
        }
    }

    @Test("Pieces returned one by one refund exactly the calculated amount")
    func portions() {
        var random = SeededNumbers(state: 3)
        for _ in 0..<500 {
            var left = Int64.random(in: 1...20_000, using: &random)
            var parts = PriceCalculation.Parts(
                discount: .random(in: 0...999, using: &random),
                share: .random(in: 0...999, using: &random),
                tax: .random(in: 0...999, using: &random))
            let isAdded = Bool.random(using: &random)
            parts.updateAdjustment(isAdded: isAdded)
            let whole = parts
            var taken = PriceCalculation.Parts()
            while left > 0 {
                let pieces = Int64.random(in: 1...left, using: &random)
                let portion = parts.portion(pieces, of: left, isAdded: isAdded)
                parts = parts - portion
                left -= pieces
                taken.discount += portion.discount
                taken.share += portion.share
                taken.tax += portion.tax
                taken.adjustment += portion.adjustment
            }
            #expect(taken == whole)
            #expect(parts == PriceCalculation.Parts())
        }
    }

    private static func faults(
        _ lines: [PriceCalculation.Line], _ discount: Discount?
    ) -> [SaleFault] {
        do {
            _ = try PriceCalculation(lines, discount: discount)
            return []
        } catch {
            return error.faults
        }
    }

    private static func line(
        _ quantity: Decimal, _ price: String, _ discount: Discount? = nil,
        tax: PriceCalculation.Tax? = nil
    ) -> PriceCalculation.Line {
        PriceCalculation.Line(
            quantity: quantity, unitPrice: Decimal(string: price) ?? 0, discount: discount, tax: tax
        )
    }

    private static func percent(_ text: String) -> Percent {
        guard let percent = Decimal(string: text).flatMap(Percent.init) else {
            preconditionFailure("\(text) is no per cent.")
        }
        return percent
    }

    private static func randomDiscount(_ random: inout SeededNumbers) -> Discount? {
        switch Int.random(in: 0...3, using: &random) {
        case 0: .cents(Int64.random(in: 0...500, using: &random))
        case 1:
            Percent(Decimal(Int.random(in: 0...100_000, using: &random)) / 1_000)
                .map { .percent($0) }
        default: nil
        }
    }

    private static func randomLine(_ random: inout SeededNumbers) -> PriceCalculation.Line {
        let rates = ["0", "5", "7", "8.875", "19", "25", "100"]
        let tax =
            Bool.random(using: &random)
            ? PriceCalculation.Tax(
                percent: percent(rates[Int.random(in: 0..<rates.count, using: &random)]),
                isAdded: Bool.random(using: &random)) : nil
        return PriceCalculation.Line(
            quantity: Decimal(Int.random(in: 1...30_000, using: &random)) / 1_000,
            unitPrice: Decimal(Int.random(in: 0...5_000, using: &random)) / 100,
            discount: randomDiscount(&random), tax: tax)
    }
}
