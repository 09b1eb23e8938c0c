import Testing

@testable import Web

@Suite("Barcodes")
struct BarcodeTests {
    private static func text(_ modules: some Sequence<Bool>) -> String {
        String(modules.map { $0 ? "1" : "0" })
    }

    @Test("Thirteen digits with a valid check digit are an EAN-13")
    func ean() {
        let expected = [
            "101", "0001011", "0100111", "0110011", "0010011", "0111101", "0011101", "01010",
            "1100110", "1101100", "1000010", "1011100", "1001110", "1000100", "101",
        ].joined()

        #expect(Self.text(Barcode("5901234123457").modules) == expected)
        // A UPC-A is an EAN-13 that begins with a zero.
        #expect(Barcode("036000291452").modules == Barcode("0036000291452").modules)
        #expect(Barcode("036000291452").modules.count == 95)
    }

    @Test("Other text is a Code 128, with pairs of digits in half the space")
    func code128() {
        let code = Barcode("PJJ123C").modules
        // The start, seven letters, the check symbol and the stop.
        #expect(code.count == 9 * 11 + 13)
        #expect(Self.text(code.prefix(11)) == "11010010000")
        let check = String(Barcode.symbols[55], radix: 2)
        #expect(Self.text(code.dropLast(13).suffix(11)) == check)
        #expect(Self.text(code.suffix(13)) == "1100011101011")

        // A wrong check digit is not an EAN.
        let digits = Barcode("59012341234560").modules
        #expect(digits.count == (1 + 7 + 1) * 11 + 13)
        #expect(Self.text(digits.prefix(11)) == "11010011100")
        #expect(Barcode("5901234123456").modules.count == (1 + 13 + 1) * 11 + 13)
    }

    @Test("Text that cannot be encoded is not drawn", arguments: ["", "Käse", "a\u{1}"])
    func undrawn(text: String) {
        #expect(Barcode(text).modules.isEmpty)
        #expect(!LabelCode(barcode: text).isDrawn)
    }

    @Test("Every symbol has eleven unique modules, three bars and three spaces")
    func symbols() {
        #expect(Barcode.symbols.count == 106)
        #expect(Set(Barcode.symbols).count == 106)
        for symbol in Barcode.symbols {
            let modules = Array(String(symbol, radix: 2))
            #expect(modules.count == 11)
            #expect(zip(modules, modules.dropFirst()).filter { $0 != $1 }.count == 5)
            #expect(modules.count { $0 == "1" } % 2 == 0)
        }
    }

    @Test("The picture has a bar for each run of dark modules, and a quiet zone on both sides")
    func picture() {
        let code = Barcode("5901234123457")

        #expect(code.width == 95 + 20)
        #expect(code.path.hasPrefix("M10 0h1v1h-1zM12 0h1v1h-1z"))
        #expect(code.path.count { $0 == "M" } == 30)
    }
}
