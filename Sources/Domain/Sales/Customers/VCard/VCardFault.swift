/// Why a file of address cards is not read.
public enum VCardFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// There is no card in it.
    case noCard
    /// It is no text in UTF-8.
    case notText
    /// A card does not end, or has no name. The number is that of the line.
    case incomplete(line: Int)
    /// There are more cards than are read at once.
    case tooMany(limit: Int)

    public var description: String {
        switch self {
        case .noCard: "There is no address card in the file: a vCard begins with BEGIN:VCARD."
        case .notText: "The file is no text in UTF-8."
        case .incomplete(let line):
            "The card that begins in line \(line) has no name, or does not end."
        case .tooMany(let limit): "There are more than \(limit) address cards in the file."
        }
    }
}
