public import Foundation

extension VCard {
    /// The most cards that are read at once.
    public static let mostCards = 5_000

    /// Reads address cards: vCard 3.0 and 4.0, and what telephones write in 2.1. A card that cannot be
    /// read keeps no other from being read, nor does one that stands within another.
    ///
    /// What there is no place for, as pictures and birthdays, is among the omissions of its card.
    /// - Throws: ``VCardFault`` for a file that has no cards, or too many.
    public static func entries(in data: Data) throws(VCardFault) -> [VCardEntry] {
        var cards: [(line: Int, card: Result<VCard, VCardFault>)] = []
        // The last one is read; those before it go on when it has ended.
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
