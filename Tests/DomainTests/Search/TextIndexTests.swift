import Foundation
import Persistence
import Testing

@testable import Domain

struct TextIndexTests {
    @Test("It finds words and parts of words in any text of a record, without case and accents")
    func words() {
        var index = TextIndex<Int>()
        index.insert(7, ["Étagère, red", "ZX-9"], 70)
        index.insert(3, ["Red sofa", ""], 30)
        index.insert(9, ["", "red"], 90)

        #expect(Self.found(index, ["etag"]) == [7])
        #expect(Self.found(index, ["RED"]) == [7, 3, 9])
        #expect(Self.found(index, ["red", "zx-9"]) == [7])
        #expect(Self.found(index, ["redzx"]) == [])
        #expect(Self.found(index, ["\u{1}red"]) == [7, 3, 9])
        #expect(Self.found(index, []) == [7, 3, 9])
        index.insert(4, ["L’Œuvre", "LT‑1094"], 40)
        #expect(Self.found(index, ["l'oeuvre", "lt-10"]) == [4])
        #expect(Self.found(index, ["‘"]) == [4])
        let best = index.best(with: ["LOEUVRE"], limit: 1)
        #expect(best.total == 1 && best.numbers == [4])
    }

    @Test("A record that is put in again has its new text alone, and one that is removed has none")
    func changes() {
        var index = TextIndex<Int>()
        index.insert(1, ["sofa"], 1)
        index.insert(2, ["sofa"], 2)
        index.insert(1, ["couch"], 3)
        index.remove(2)
        let isThere = [index.update(1, 4), index.update(2, 9)]

        #expect(isThere == [true, false])
        #expect(Self.found(index, ["sofa"]) == [])
        #expect(Self.found(index, ["couch"]) == [1])
        #expect(index.count == 1)
        var facts: [Int] = []
        index.forEach(with: ["couch"]) { facts.append($1) }
        #expect(facts == [4])
    }

    @Test("It takes little more room than its records, however it has grown")
    func room() {
        var index = TextIndex<Int>()
        for number in 1...5_000 { index.insert(Int64(number), ["Item number \(number)"], number) }

        func isClose(_ capacity: Int, _ count: Int) -> Bool {
            Double(capacity) < 1.2 * Double(count)
        }
        #expect(isClose(index.numbers.capacity, index.numbers.count))
        #expect(isClose(index.facts.capacity, index.facts.count))
        #expect(isClose(index.rows.bytes.capacity, index.rows.bytes.count))
        #expect(isClose(index.rows.starts.capacity, index.rows.starts.count))
    }

    @Test("It finds what looking through all texts finds, after many changes")
    func random() {
        var random = SeededNumbers(state: 3)
        var index = TextIndex<Void>()
        var texts: [Int64: [String]] = [:]
        let words = ["sofa", "red", "Rédo", "lamp", "a-1", "am"]
        for _ in 0..<2_000 {
            let number = Int64.random(in: 1...60, using: &random)
            if random.next() % 4 == 0 {
                index.remove(number)
                texts[number] = nil
            } else {
                let text = (0..<3).map { _ in words.randomElement(using: &random) ?? "" }
                index.insert(number, text, ())
                texts[number] = text
            }
        }

        for searched in [["red"], ["am"], ["lam", "red"], ["-1", "s"], ["x"]] {
            let expected = texts.filter { _, texts in
                searched.allSatisfy { word in
                    texts.contains {
                        $0.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
                            .contains(word)
                    }
                }
            }
            #expect(Set(Self.found(index, searched)) == Set(expected.keys))
        }
        #expect(index.count == texts.count)
    }

    private static func found<Facts>(_ index: TextIndex<Facts>, _ words: [String]) -> [Int64] {
        var numbers: [Int64] = []
        index.forEach(with: words) { number, _ in numbers.append(number) }
        return numbers
    }
}
