import Domain
import Foundation
import Testing

struct DecimalNumberTests {
    @Test(
        "Numbers are read in every notation",
        arguments: [
            ("1.234", "1.234", "1234", "1.234"),
            ("0.923", "0.923", "0.923", "0.923"), ("1.5", "1.5", "1.5", "1.5"),
            ("1,5", "1.5", "1.5", "1.5"), ("-7,25", "-7.25", "-7.25", "-7.25"),
            ("1.234,5", "1234.5", "1234.5", "1234.5"), ("1,234.5", "1234.5", "1234.5", "1234.5"),
            ("1.234.567", "1234567", "1234567", "1234567"), (".5", "0.5", "0.5", "0.5"),
            ("1 234,5", "1234.5", "1234.5", "1234.5"), ("٣٫٥", "3.5", "3.5", "3.5"),
            ("12", "12", "12", "12"), ("0.12345678", "0.12345678", "0.12345678", "0.12345678"),
        ])
    func numbers(text: String, unchosen: String, german: String, american: String) throws {
        let regions = try ["", "de_DE", "en_US"].map { try #require(Region($0)) }

        let read = try regions.map { "\(try DecimalNumber.parse(text, by: $0))" }

        #expect(read == [unchosen, german, american])
    }

    @Test(
        "Any other text is refused",
        arguments: ["", "x", "1.2.3", "1,2,3", "1e5", "12 34", "½", "1.", "--1"])
    func others(text: String) {
        #expect(throws: NumberFault.self) { try DecimalNumber.parse(text) }
    }
}
