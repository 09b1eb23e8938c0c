import Testing

@testable import Domain

@Suite("Article numbers")
struct GTINTests {
    @Test(
        "An article has one number, however it is written or scanned",
        arguments: [
            "476587231456", "0476587231456", "00476587231456", "4 76587 23145 6", "4-76587-23145-6",
            " 476587231456\t", "476587\u{2011}231456", "476587\u{A0}231456", "\u{200E}476587231456",
            "４７６５８７２３１４５６", "٤٧٦٥٨٧٢٣١٤٥٦", "]E00476587231456", "]E0 476587231456",
            "(01)00476587231456", "(01) 0047658 7231456", "(17)261231(01)00476587231456(10)A(1",
            "0100476587231456", "010047658723145617261231", "010047658723145610LOT\u{1D}21X",
            "]C10100476587231456", "]d2\u{1D}0100476587231456", "]d210LOT-7\u{1D}0100476587231456",
            "17261231\u{1D}0100476587231456",
            "1726123110LOT<GS>0100476587231456",
            "10LOT␝0100476587231456", "{FNC1}0100476587231456", "3103000750" + "0100476587231456",
            "https://id.gs1.org/01/00476587231456/10/LOT", "HTTP://example.com/01/0476587231456",
        ])
    func spellings(text: String) {
        let text = text.hasPrefix("HTTP") ? "http" + text.dropFirst(4) : text

        #expect(GTIN(text)?.digits == "00476587231456")
        #expect(ProductCode(text) == ProductCode("476587231456"))
    }

    @Test(
        "An EAN-8 may have leading zeros, and a UPC-E is expanded to its UPC-A",
        arguments: [
            ("96385074", "96385074"), ("9638-5074", "96385074"), ("0000096385074", "96385074"),
            ("000096385074", "96385074"), ("00000096385074", "96385074"),
            ("]E496385074", "96385074"),
            ("04252614", "42100005264"), ("36000291452", "36000291452"),
        ])
    func short(text: String, digits: String) {
        #expect(GTIN(text)?.significantDigits == digits)
    }

    @Test("A case of an article has a different number than the article")
    func packaging() {
        #expect(GTIN("10476587231453")?.digits == "10476587231453")
        #expect(GTIN("10476587231453") != GTIN("476587231456"))
    }

    @Test(
        "Any other text is compared as it is, without case and the scanner’s prefix",
        arguments: [
            "", "V-1", "Lamp", "476587231457", "1234567", "123456789012345", "00000000", "(10)LOT",
            "(01)00476587231457", "0100476587231457", "978316148410051299", "²³⁴⁵⁶⁷⁸⁹",
            "12 Bulbs 476587231456", "https://example.org/476587231456",
        ])
    func others(text: String) {
        #expect(GTIN(text) == nil)
        #expect(ProductCode(text) == ProductCode(text.uppercased()))
        #expect(text.isEmpty || ProductCode(text) != ProductCode("476587231456"))
        #expect(ProductCode("]C0" + text) == ProductCode(text))
    }

    @Test("A scanned code is stored visibly, and is the same number")
    func visible() {
        let scanned = "]d2\u{1D}10LOT\u{1D}0100476587231456"

        #expect(ProductCode.visible(scanned) == "]d2␝10LOT␝0100476587231456")
        #expect(ProductCode(ProductCode.visible(scanned)) == ProductCode("476587231456"))
        #expect(ProductCode.visible("V\u{200B}-1") == "V-1")
    }
}
