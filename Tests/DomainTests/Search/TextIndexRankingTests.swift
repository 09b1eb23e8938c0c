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
}
