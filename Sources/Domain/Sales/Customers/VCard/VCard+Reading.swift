public import Foundation

extension VCard {
    /// The greatest number of cards in a file.
    public static let mostCards = 5_000

    /// Parses vCards of versions 3.0 and 4.0, and telephones' 2.1. A malformed or nested card does
    /// not affect others.
    ///
    /// Unsupported details, such as pictures and birthdays, are among the omissions of their card.
    /// - Throws: ``VCardFault`` for a file without cards, or with too many.
    public static func entries(in data: Data) throws(VCardFault) -> [VCardEntry] {
        var cards: [(line: Int, card: Result<VCard, VCardFault>)] = []
        // A stack: an outer card continues when the inner one ends.
        var open: [VCardBuilder] = []
        for raw in try VCardLines(data) {
            guard let line = VCardLine(raw.bytes) else { continue }
            switch (line.name, line.value.uppercased()) {
            case ("BEGIN", "VCARD"):
                if open.last?.beginsAgent == true {
                    open[open.count - 1].beginAgent()
                } else {
                    open.append(VCardBuilder(line: raw.number))
                }
            case ("END", "VCARD"):
                guard let last = open.indices.last, !open[last].endAgent() else { continue }
                let done = open.removeLast()
                cards.append((done.line, done.card))
            default:
                guard let last = open.indices.last else { continue }
                open[last].take(line, number: raw.number)
            }
            guard cards.count + open.count <= mostCards else {
                throw .tooMany(limit: mostCards)
            }
        }
        cards += open.map { ($0.line, .failure(.noEnd)) }
        guard !cards.isEmpty else { throw .noCard }
        return cards.sorted { $0.line < $1.line }.enumerated().map { index, card in
            VCardEntry(number: index + 1, line: card.line, card: card.card)
        }
    }
}
