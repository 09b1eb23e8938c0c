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

    /// Compares the result, twice, with each template rendered alone.
    private static func expectSame<Fragment: FramedFragment>(_ fragments: [Fragment]) throws {
        let renderer = try ViewsFolder.renderer()
        let alone = try fragments.map(renderer.fragment)

        #expect(try renderer.fragments(fragments) + "\n" == alone.joined())
        #expect(try renderer.fragments(fragments.reversed()) + "\n" == alone.reversed().joined())
    }
}
