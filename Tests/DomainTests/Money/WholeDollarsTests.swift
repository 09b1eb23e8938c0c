import Domain
import Testing

struct WholeDollarsTests {
    @Test(
        "An amount in any common notation is read",
        arguments: [
            ("1234", 1234), ("0", 0), ("1,234", 1234), ("12,345", 12345), ("1,234,567", 1_234_567),
            ("1.234.567", 1_234_567), ("1 234", 1234), ("1\u{A0}234", 1234),
            ("1\u{202F}234\u{202F}567", 1_234_567), ("1'234", 1234), ("1’234", 1234),
            ("$1,234.00", 1234), ("$ 12", 12), ("12 $", 12), ("US$5", 5), ("12 USD", 12),
            ("1.234,00", 1234), ("1 234,00", 1234), ("12.00", 12), ("12,0", 12), ("  7 ", 7),
            ("٣٤٥", 345), ("١٬٢٣٤", 1234), ("１２", 12), ("12,34,567", 1_234_567),
            ("+5", 5), ("-0", 0), ("007", 7), ("2147483647", Int(Int32.max)),
        ])
    func readable(text: String, amount: Int) throws {
        #expect(try WholeDollars.parse(text) == Int32(amount))
    }

    @Test("Text without anything in it is no amount", arguments: ["", " ", "\u{A0}"])
    func empty(text: String) throws {
        #expect(try WholeDollars.parse(text) == nil)
    }

    @Test(
        "What is no number is refused with its text",
        arguments: [
            "12,5x", "abc", "1e9", "NaN", "0x10", "12.", "1,,2", "1,23,4", "12 34", "$", "-", "€5",
            "1,234,56", "1.2.3", "½", "²", "1 2 3", "--5", "1,234.567.890",
        ])
    func unreadable(text: String) {
        #expect(throws: WholeDollarsFault.unreadable(text)) { try WholeDollars.parse(text) }
    }

    @Test(
        "Cents are refused in words, never cut off",
        arguments: ["19,99", "19.99", "12,5", ".50", "1.234,56", "1,234.56", "0.123", "1.2345"])
    func cents(text: String) {
        let fault = #expect(throws: WholeDollarsFault.self) { try WholeDollars.parse(text) }

        #expect(fault == .cents(text))
        #expect(fault?.description.contains("whole dollars") == true)
    }

    @Test("An amount below zero is refused", arguments: ["-5", "−5", "(5)", "-$5", "$-5"])
    func negative(text: String) {
        #expect(throws: WholeDollarsFault.negative(text)) { try WholeDollars.parse(text) }
    }

    @Test(
        "An amount that the attribute cannot hold is refused",
        arguments: ["2147483648", "99999999999999999999", "3,000,000,000"])
    func tooLarge(text: String) {
        #expect(throws: WholeDollarsFault.tooLarge(text)) { try WholeDollars.parse(text) }
    }

    @Test("A point before three digits comes back as a question with the answer in it")
    func ambiguous() {
        let fault = #expect(throws: WholeDollarsFault.self) { try WholeDollars.parse("1.234") }

        #expect(fault == .ambiguous("1.234", whole: "1234"))
    }

    @Test(
        "An amount is shown with commas between thousands",
        arguments: [(0, "$0"), (999, "$999"), (1480, "$1,480"), (1_234_567, "$1,234,567")])
    func shown(amount: Int, text: String) {
        #expect(WholeDollars.text(amount) == text)
    }
}
