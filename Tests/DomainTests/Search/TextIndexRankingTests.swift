import Testing

@testable import Domain

struct TextIndexRankingTests {
    @Test("Whole words come before parts, and all that fit are counted")
    func wholeWordsFirst() {
        var index = TextIndex<Void>()
        let texts = ["lampshade", "clamp", "lamp", "desk-lamp, old", "LÄMP", "chair"]
        for (number, text) in texts.enumerated() { index.insert(Int64(number + 1), [text], ()) }

        let found = index.best(with: ["lamp"], limit: 4)
        let all = index.best(with: ["lamp"], limit: 10)
        let both = index.best(with: ["old", "desk"], limit: 10)

        #expect(found.total == 5)
        #expect(found.numbers == [3, 4, 5, 1])
        #expect(all.numbers == [3, 4, 5, 1, 2])
        #expect(both.numbers == [4])
    }

    @Test("A word that a record has elsewhere counts, as a whole word and as a part")
    func elsewhere() {
        var index = TextIndex<Void>()
        for (number, text) in ["clamp", "desk", "chair"].enumerated() {
            index.insert(Int64(number + 1), [text], ())
        }
        var belongings = TextIndex<Int64>()
        belongings.insert(7, ["Lamp, old"], 3)
        belongings.insert(8, ["Lampshade"], 2)
        belongings.insert(9, ["Lamp of nobody"], 0)

        let owners = belongings.rankedOwners(with: "LAMP")
        let found = index.best(with: ["lamp"], limit: 5, and: [owners])
        let both = index.best(
            with: ["old", "chair"], limit: 5,
            and: [belongings.rankedOwners(with: "old"), belongings.rankedOwners(with: "chair")])

        #expect(owners.all == [3, 2, 0])
        #expect(owners.whole == [3, 0])
        #expect(belongings.owners(with: "lamp") == [3, 2, 0])
        #expect(belongings.owners(with: "\u{1}") == [])
        #expect(found.total == 3)
        #expect(found.numbers == [3, 1, 2])
        #expect(both.numbers == [3])
    }
}
