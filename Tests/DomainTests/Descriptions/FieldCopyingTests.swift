import Testing

@testable import Domain

@Suite("Texts of copies")
struct FieldCopyingTests {
    @Test(
        "Names with a number at the end are counted up, and unique values are omitted",
        arguments: [
            (.same, "Oak", "Oak", ["Oak", "Oak", "Oak"]),
            (.counted, "Chair 1", "Chair 2", ["Chair 1", "Chair 2", "Chair 3"]),
            (.counted, "Box (2)", "Box (3)", ["Box (2)", "Box (3)", "Box (4)"]),
            (.counted, "Box 09", "Box 10", ["Box 09", "Box 10", "Box 11"]),
            (.counted, "No. 999", "No. 1000", ["No. 999", "No. 1000", "No. 1001"]),
            (.counted, "Sofa", "Sofa", ["Sofa", "Sofa", "Sofa"]),
            (
                .counted, "Box \u{600}12", "Box \u{600}13",
                ["Box \u{600}12", "Box \u{600}13", "Box \u{600}14"]
            ),
            (.counted, "Räuber ٣", "Räuber ٣", ["Räuber ٣", "Räuber ٣", "Räuber ٣"]),
            (
                .counted, "99999999999999999999", "100000000000000000000",
                [
                    "99999999999999999999", "100000000000000000000", "100000000000000000001",
                ]
            ),
            (.distinct, "Lamp", "Lamp (2)", ["Lamp", "Lamp (2)", "Lamp (3)"]),
            (.distinct, "Lamp 2", "Lamp 3", ["Lamp 2", "Lamp 3", "Lamp 4"]),
            (
                .distinct, "Bolt (M8)", "Bolt (M8) (2)",
                ["Bolt (M8)", "Bolt (M8) (2)", "Bolt (M8) (3)"]
            ),
            (.counted, "Bolt (M8)", "Bolt (M8)", ["Bolt (M8)", "Bolt (M8)", "Bolt (M8)"]),
            (.distinct, "", "", ["", "", ""]),
            (.numbered, "SN-7", "", ["SN-7", "SN-8", "SN-9"]),
            (.numbered, "SN", "", ["SN", "", ""]),
            (.unique, "4006381333931", "", ["4006381333931", "", ""]),
        ] as [(FieldDescription.Copying, String, String, [String])])
    func texts(
        copying: FieldDescription.Copying, text: String, first: String, copies: [String]
    ) {
        #expect(copying.text(ofCopyOf: text, count: 3) == first)
        #expect((0..<3).map { copying.text(text, ofCopyAt: $0) } == copies)
    }

    @Test(
        "The name of a single copy is not counted up",
        arguments: [
            (.counted, "iPhone 15", "iPhone 15"), (.distinct, "iPhone 15", "iPhone 15 (2)"),
            (.distinct, "iPhone 15 (2)", "iPhone 15 (3)"), (.distinct, "Lamp", "Lamp (2)"),
            (.distinct, "Bolt (M8)", "Bolt (M8) (2)"),
            (.distinct, "Bolt (M8) (2)", "Bolt (M8) (3)"),
            (.distinct, "Poster (50 x 70)", "Poster (50 x 70) (2)"),
            (.distinct, "", ""), (.numbered, "SN-7", ""),
        ] as [(FieldDescription.Copying, String, String)])
    func single(copying: FieldDescription.Copying, text: String, copy: String) {
        #expect(copying.text(ofCopyOf: text) == copy)
    }
}
