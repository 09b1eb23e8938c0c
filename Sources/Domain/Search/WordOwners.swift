import Persistence

/// Those to whom records with a word belong, by their numbers.
struct WordOwners: Sendable {
    /// All of them, some of them several times.
    var all: [Int64] = []
    /// Those of records that have it as a whole word.
    var whole: Set<Int64> = []
}

/// An index of records that belong to others, whose numbers are kept beside the texts.
extension TextIndex<Int64> {
    /// The owners of the records with a word.
    func owners(with word: String) -> [Int64] {
        rows(with: word).map { self[$0] }
    }

    /// The owners of the records with a word, and of those among them that have it as a whole word.
    func rankedOwners(with word: String) -> WordOwners {
        let pattern = SearchFolding.pattern(of: word)
        return rows(with: word).reduce(into: WordOwners()) { owners, row in
            owners.all.append(self[row])
            if rows.row(Int(row), containsWord: pattern) { owners.whole.insert(self[row]) }
        }
    }

    /// A word without anything to look for is in no text that counts here: it is in every other.
    private func rows(with word: String) -> [Int32] {
        let pattern = SearchFolding.pattern(of: word)
        return pattern.isEmpty ? [] : matchingRows(with: [pattern])
    }
}
