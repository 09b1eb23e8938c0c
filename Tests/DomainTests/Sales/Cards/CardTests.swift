import Testing

@testable import Domain

struct CardTests {
    @Test(
        "A card number is reduced to its brand and its last four digits",
        arguments: [
            ("4111 1111 1111 1111", "Visa", "1111"), ("5555-5555-5555-4444", "Mastercard", "4444"),
            ("2223003122003222", "Mastercard", "3222"),
            ("378282246310005", "American Express", "0005"),
            ("6011111111111117", "Discover", "1117"), ("30569309025904", "Diners Club", "5904"),
            ("3530111333300000", "JCB", "0000"), ("6240008631401148", "UnionPay", "1148"),
            ("6759649826438453", "Maestro", "8453"), (" 4222222222222 ", "Visa", "2222"),
            ("9000000000000001", "Card", "0001"),
        ])
    func brands(text: String, brand: String, lastFour: String) throws {
        let number = try CardNumber(text)

        #expect(number.brand == brand)
        #expect(number.lastFour == lastFour)
        #expect(!"\(number)".contains("111111"))
    }

    @Test(
        "An invalid card number is refused without being repeated",
        arguments: [
            ("", .unreadable), ("4111x", .unreadable), ("4111 1111 1111 1112", .wrongCheckDigit),
            ("411111111111", .wrongLength(12)), ("41111111111111111111", .wrongLength(20)),
            ("0000000000000000", .startsWithZero),
        ] as [(String, CardNumberFault)])
    func faults(text: String, fault: CardNumberFault) {
        #expect(throws: fault) { try CardNumber(text) }
        #expect(text.isEmpty || !fault.description.contains(text))
    }

    @Test(
        "Texts that contain a card number are detected",
        arguments: [
            ("4111111111111111", true), ("card: 4111 1111 1111 1111, thanks", true),
            ("4111-1111-1111-1111", true), ("room 12 4111 1111 1111 1111 07", true),
            ("4111.1111.1111.1111", true), ("４１１１１１１１１１１１１１１１", true),
            ("4111\u{A0}1111\u{A0}1111\u{A0}1111", true), ("378282246310005", true),
            ("4111111111111112", false), ("ann@example.com", false), ("+44 20 7946 0958", false),
            ("0000000000000000", false), ("41111111111111111111", true), ("", false),
            ("4\u{200B}1\u{200B}1\u{200B}1\u{AD}1111\u{2060}1111\u{FE0F}1111", true),
            ("order 004556737586899855123", true), ("11111111111111111111111", false),
            ("DE89370400440532013000", false),
            ("4111 1111 1111 and 1111", false),
            // Keys of items that happen to have the digits of a card.
            ("B2C40148-4680-4251-835B-6CBBA900B60C", false),
            ("b2c40148-4680-4251-835b-6cbba900b60c", false),
            ("D54493A6-6C80-4A17-9555-15170887448F", false),
            ("key B2C40148-4680-4251-835B-6CBBA900B60C", true),
        ])
    func detection(text: String, isCard: Bool) {
        #expect(CardNumber.looksLikeCardNumber(text) == isCard)
    }

    @Test("A text is skipped only if it has too few digits in a row for any card")
    func passedOver() {
        var random = SeededNumbers(state: 23)
        let pieces = [
            "4111", "1", "22", "-", " ", ".", "  ", "a", "_,", "\u{200B}", "é", "\t", "- -",
        ]
        var passedOver = 0
        for _ in 0..<3_000 {
            let count = Int.random(in: 1...16, using: &random)
            let text = (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
            guard !CardDigits.mayHoldCard(text) else { continue }
            passedOver += 1
            let longest = CardDigits.runs(in: text).map { $0.joined().count }.max() ?? 0
            #expect(longest < CardDigits.lengths.lowerBound, "\(text)")
        }
        #expect(passedOver > 300)
    }

    @Test(
        "Card numbers are distinguished from device numbers",
        arguments: [
            ("4111 1111 1111 1111", true), ("378282246310005", true), ("30569309025904", true),
            ("490154203237518", false), ("353879234252633", false), ("9000000000000001", false),
        ])
    func certainty(text: String, isCard: Bool) {
        #expect(CardNumber.looksLikeCardNumber(text))
        #expect(CardNumber.isCertain(in: text) == isCard)
        #expect(CardNumber.masked("a \(text)").contains("*") == isCard)
    }

    @Test(
        "Months are read as cards and browsers write them",
        arguments: [
            ("05/27", "2027-05"), ("5/27", "2027-05"), ("12/2030", "2030-12"),
            ("2027-05", "2027-05"),
            (" 05 / 27 ", "2027-05"),
        ])
    func expiry(text: String, month: String) throws {
        #expect(try CardExpiry(parsing: text).description == month)
    }

    @Test(
        "An invalid month is refused",
        arguments: [
            "", "13/27", "00/27", "2027-13", "05-27", "5/2", "27", "05/27/01", "aa/bb", "05/1999",
        ])
    func badExpiry(text: String) {
        #expect(throws: CardExpiryFault.self) { try CardExpiry(parsing: text) }
    }

    @Test("A card is valid until the end of its month")
    func past() throws {
        let expiry = try CardExpiry(parsing: "05/27")

        #expect(try !expiry.isPast(on: CalendarDay(parsing: "2027-05-31")))
        #expect(try expiry.isPast(on: CalendarDay(parsing: "2027-06-01")))
    }
}
