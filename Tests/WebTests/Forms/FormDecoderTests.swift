import Domain
import Foundation
import Testing

@testable import Web

struct FormDecoderTests {
    @Test("An absent field keeps its value, an empty one clears it, and a value replaces it")
    func posted() {
        var decoder = Self.decoder([("serialNumber", " "), ("itemName", "  Old\tsofa\n")])

        let name = decoder.line("itemName", label: "Name")
        let serial = decoder.line("serialNumber", label: "Serial number")
        let missing = decoder.line("other", label: "Other")

        #expect(name == .value("Old sofa"))
        #expect(name.updating("x") == "Old sofa")
        #expect(serial.updating("x") == nil)
        #expect(missing.updating("x") == "x")
        #expect(decoder.faults.isEmpty)
    }

    @Test("A sign without digits is no quantity", arguments: ["-", "−", "- "])
    func lonelySigns(text: String) {
        var decoder = Self.decoder([("quantity", text)])

        #expect(decoder.quantity("quantity", label: "Quantity", in: 0...9) == .absent)
        #expect(decoder.faults.map(\.field) == ["quantity"])
    }

    @Test("An invisible character is a fault, and is not stored")
    func control() {
        for text in [
            "So\u{1}fa", "Sofa\u{7F}", "\u{9B}Sofa", "\u{202E}afoS", "So\u{200B}fa", "\u{FEFF}Sofa",
        ] {
            var decoder = Self.decoder([("itemName", text)])

            #expect(decoder.line("itemName", label: "Name") == .absent)
            #expect(decoder.faults.map(\.message) == ["it has an invisible character"])
        }
    }

    @Test("Joiners between letters and emoji are preserved; alone they are empty")
    func joiners() {
        var decoder = Self.decoder([("a", "👩‍👩‍👧"), ("b", "می\u{200C}خواهم"), ("c", "\u{200D}")])

        #expect(decoder.line("a", label: "A") == .value("👩‍👩‍👧"))
        #expect(decoder.line("b", label: "B") == .value("می\u{200C}خواهم"))
        #expect(decoder.line("c", label: "C") == .cleared)
        #expect(decoder.faults.isEmpty)
    }

    @Test("A day is read as by an import; an ambiguous one is chosen, or its fault has both")
    func days() {
        for text in ["2026-11-21", "21.11.2026", "11/21/2026 0:00:00", "Nov 21, 2026"] {
            var decoder = Self.decoder([("date", text)])
            #expect(decoder.day("date", label: "Day").value?.description == "2026-11-21", "\(text)")
        }
        var asked = Self.decoder([("date", "11/12/2026")])
        var chosen = Self.decoder([("date", "11/12/2026"), ("date", "2026-11-12")])
        var another = Self.decoder([("date", "11/12/2026"), ("date", "2026-01-01")])

        #expect(asked.day("date", label: "Day") == .absent)
        #expect(asked.faults.first?.readings.map(\.value) == ["2026-12-11", "2026-11-12"])
        #expect(asked.faults.first?.message.contains("Dec 11, 2026 with the day first") == true)
        #expect(chosen.day("date", label: "Day").value?.description == "2026-11-12")
        #expect(another.day("date", label: "Day") == .absent)
    }

    @Test("All faults are collected, each at its field")
    func faults() {
        var decoder = Self.decoder([
            ("itemName", ""), ("valueInDollars", "12,5x"), ("assetType", "-1"),
            ("move", "sideways"),
        ])

        _ = decoder.requiredLine("itemName", label: "Name", isNew: true)
        _ = decoder.wholeAmount("valueInDollars", label: "Value")
        _ = decoder.id("assetType", label: "Type")
        _ = decoder.choice("move", label: "Move", of: Direction.self)

        #expect(decoder.faults.map(\.field) == ["itemName", "valueInDollars", "assetType", "move"])
        #expect(
            decoder.faults[1].text == "Value: “12,5x” is not an amount of money")
        #expect(decoder.message(for: "move") == "“sideways” is not one of up, down")
    }

    @Test("An amount with cents is returned with the adjacent whole ones, and either is accepted")
    func wholeAmounts() {
        var asked = Self.decoder([("valueInDollars", "499,99")])
        var chosen = Self.decoder([("valueInDollars", "499,99"), ("valueInDollars", "500")])
        var another = Self.decoder([("valueInDollars", "499,99"), ("valueInDollars", "501")])

        #expect(asked.wholeAmount("valueInDollars", label: "Value") == .absent)
        #expect(asked.faults.first?.readings.map(\.value) == ["499", "500"])
        #expect(asked.faults.first?.readings.map(\.label) == ["$499", "$500"])
        #expect(chosen.wholeAmount("valueInDollars", label: "Value") == .value(500))
        #expect(another.wholeAmount("valueInDollars", label: "Value") == .absent)
    }

    @Test("A required field may be absent from an update, but not empty")
    func required() {
        var update = Self.decoder([])
        var emptied = Self.decoder([("itemName", " ")])
        var new = Self.decoder([])

        #expect(update.requiredLine("itemName", label: "Name", isNew: false) == .absent)
        #expect(update.faults.isEmpty)
        _ = emptied.requiredLine("itemName", label: "Name", isNew: false)
        _ = new.requiredLine("itemName", label: "Name", isNew: true)
        #expect(emptied.faults.map(\.message) == ["enter a value"])
        #expect(new.faults.map(\.message) == ["enter a value"])
    }

    @Test("Text over the limit is a fault that states both lengths")
    func limit() {
        var decoder = Self.decoder([("itemName", String(repeating: "é", count: 11))])

        let name = decoder.requiredLine("itemName", label: "Name", isNew: true, limit: 10)

        #expect(name == .absent)
        #expect(
            decoder.faults.map(\.message) == ["it has 11 characters; at most 10 are allowed"])
    }

    private enum Direction: String, CaseIterable, Sendable { case up, down }

    private static func decoder(_ fields: [(String, String)]) -> FormDecoder {
        var form = FormData()
        for (name, value) in fields { form.append(FormData.Field(name: name, value: value)) }
        return FormDecoder(form)
    }
}
