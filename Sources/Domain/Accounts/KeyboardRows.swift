/// Sequences of adjacent keys on a keyboard.
enum KeyboardRows {
    private static let rows = [
        "1234567890", "qwertyuiop", "qwertzuiop", "azertyuiop", "asdfghjkl", "qsdfghjklm",
        "zxcvbnm", "yxcvbnm", "wxcvbn", "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
        "1qay2wsx3edc4rfv5tgb6zhn7ujm8ik9ol0p", "1q2w3e4r5t6y7u8i9o0p", "qawsedrftgyhujikolp",
        "q1w2e3r4t5y6u7i8o9p0",
    ]
    /// The minimum number of adjacent keys that count as a sequence.
    private static let least = 4

    private static let pieces: Set<String> = {
        let ways = rows + rows.map { String($0.reversed()) }
        return Set(ways.flatMap { pieces(of: Array($0)) })
    }()

    private static func pieces(of characters: [Character]) -> [String] {
        guard characters.count >= least else { return [] }
        return (0...(characters.count - least)).map { String(characters[$0..<($0 + least)]) }
    }

    /// Whether four fifths of a text in lower case are such sequences.
    static func make(_ text: String) -> Bool {
        let characters = Array(text)
        var isOnRow = Array(repeating: false, count: characters.count)
        for (start, piece) in pieces(of: characters).enumerated() where Self.pieces.contains(piece)
        {
            for index in start..<(start + least) { isOnRow[index] = true }
        }
        return isOnRow.count(where: \.self) * 5 >= characters.count * 4
    }
}
