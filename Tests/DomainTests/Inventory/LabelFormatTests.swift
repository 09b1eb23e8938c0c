import Testing

@testable import Domain

@Suite("Label formats")
struct LabelFormatTests {
    @Test("All known formats fit on their paper, are centered, and have unique keys")
    func known() {
        for format in LabelFormat.known {
            #expect(format.fits, "\(format.key)")
            #expect(format.marginLeft >= 0 && format.marginTop >= 0, "\(format.key)")
            let right = format.pageWidth - format.extent.width
            #expect(abs(right - format.marginLeft) < 0.01, "\(format.key)")
        }
        #expect(Set(LabelFormat.known.map(\.key)).count == LabelFormat.known.count)
    }

    @Test("The dimensions are those of the manufacturers")
    func makers() throws {
        func format(_ key: String) throws -> LabelFormat {
            try #require(LabelFormat.known.first { $0.key == key })
        }
        let counts = [("L4731", 189), ("L7651", 65), ("L7160", 21), ("L7163", 14), ("L7173", 10)]
        for (key, count) in counts { #expect(try format(key).count == count) }
        let sheet = try format("L7160")
        #expect(abs(sheet.marginTop - 15.15) < 0.01)
        #expect(abs(sheet.marginLeft - 7.25) < 0.01)
        #expect(sheet.measures == "63.5 × 38.1 mm, 21 on a sheet")
        #expect(try format("99012").measures == "89 × 36 mm, roll")
        #expect(try format("DK-11209").isRoll)
    }

    @Test(
        "A length has no insignificant digits",
        arguments: [(57.0, "57"), (38.1, "38.1"), (66.675, "66.68"), (0.05, "0.05"), (12.0, "12")])
    func lengths(length: Double, text: String) {
        #expect(LabelFormat.text(length) == text)
    }
}
