public import Foundation

extension VCard {
    /// The most cards that are read at once.
    public static let mostCards = 5_000

    /// Reads address cards: vCard 3.0 and 4.0, and what telephones write in 2.1. A card that cannot be
    /// read keeps no other from being read.
    ///
    /// What there is no place for, as pictures and birthdays, is passed over.
    /// - Throws: ``VCardFault`` for a file that has no cards, or too many.
    public static func entries(in data: Data) throws(VCardFault) -> [VCardEntry] {
        var entries: [VCardEntry] = []
        func add(_ line: Int, _ card: Result<VCard, VCardFault>) {
            entries.append(VCardEntry(number: entries.count + 1, line: line, card: card))
        }
        var reader: VCardBuilder?
        for raw in try VCardLines(data) {
            guard let line = VCardLine(raw.bytes) else { continue }
            switch (line.name, line.value.uppercased()) {
            case ("BEGIN", "VCARD"):
                if reader?.beginsAgent() == true { continue }
                if let reader { add(reader.line, .failure(.noEnd)) }
                reader = VCardBuilder(line: raw.number)
            case ("END", "VCARD"):
                if reader?.endsAgent() == true { continue }
                guard let done = reader else { continue }
                guard entries.count < mostCards else { throw .tooMany(limit: mostCards) }
                add(done.line, done.card)
                reader = nil
            default: reader?.take(line, number: raw.number)
            }
        }
        if let reader { add(reader.line, .failure(.noEnd)) }
        guard !entries.isEmpty else { throw .noCard }
        return entries
    }
}
