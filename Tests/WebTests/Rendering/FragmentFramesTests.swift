import Testing

@testable import Web

@Suite("Repeated fragments")
struct FragmentFramesTests {
    @Test("A row of a list equals its rendered template, with any values")
    func listRows() throws {
        let odd = "<b>&\"'ü 🛋 {{name}} \(HTMLFrame.mark(0))"
        var rows: [ListRow] = []
        for text in ["", "Lamp", odd] {
            for isDim in [false, true] {
                for word in ["", "retired", odd] {
                    rows.append(
                        ListRow(
                            anchor: "a\(rows.count)", path: "/a?b=1&c=\(text)", name: text,
                            isDim: isDim, pill: word, small: word,
                            [
                                ListCell(text), ListCell(text, lead: word, unit: word),
                                ListCell(text, isNone: true), ListCell(text, path: "/b&\(word)"),
                                ListCell(share: isDim ? "37.5" : nil),
                                ListCell(text, time: isDim ? "2026-11-01" : nil, none: "Never"),
                            ]))
                }
            }
        }

        try Self.expectSame(rows)
    }

    @Test("Rows of totals, photos and places do too")
    func otherRows() throws {
        let odd = "<b>&\"'ü 🛋"
        try Self.expectSame(
            [false, true].map {
                ListRow(
                    anchor: "", path: $0 ? "/a?b&c" : "", name: odd, isDim: $0,
                    [ListCell("1", inCard: odd)])
            })
        try Self.expectSame(
            [false, true].map {
                PhotoRow(
                    anchor: "photo-1", title: odd, place: $0 ? odd : "", isFavorite: $0,
                    path: "/a", thumbnailPath: $0 ? odd : "",
                    removalPath: $0 ? odd : "", removalLabel: odd)
            })
        try Self.expectSame(
            [false, true].map {
                PlaceRow(
                    anchor: "place-1", name: odd, count: odd, hasFavorites: $0, path: "/a",
                    coverPath: $0 ? odd : "")
            })
    }

    @Test("Fields of forms do too, with any options")
    func fields() throws {
        let odd = "<b>&\"'ü 🛋"
        var fields: [RecordFormField] = []
        for value in ["", "b", odd] {
            for options in [[], ["a", "b", odd]] {
                for (isChoice, fault) in [(true, ""), (false, odd), (true, odd)] {
                    var field = RecordFormField(
                        name: "place", label: odd, value: value, shownName: "shown", shown: value,
                        isChoice: isChoice,
                        options: options.map {
                            SelectOption(value: $0, label: $0, isSelected: $0 == value)
                        },
                        isRequired: isChoice, hint: value, fault: fault)
                    field.hasShown = !isChoice
                    field.isMoney = !isChoice
                    field.takesNewLocation = isChoice
                    field.newLocation.value = value
                    if !fault.isEmpty {
                        field.readings = [MoneyReading(name: "place", value: "1", label: odd)]
                    }
                    fields.append(field)
                }
            }
        }

        try Self.expectSame(fields)
    }

    /// Compares the result, twice, with each template rendered alone.
    private static func expectSame<Fragment: FramedFragment>(_ fragments: [Fragment]) throws {
        let renderer = try ViewsFolder.renderer()
        let alone = try fragments.map(renderer.fragment)

        #expect(try renderer.fragments(fragments) + "\n" == alone.joined())
        #expect(try renderer.fragments(fragments.reversed()) + "\n" == alone.reversed().joined())
    }
}
