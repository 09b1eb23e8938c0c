extension RowOutcome {
    private enum Mark: UInt8 {
        case new, unchanged, changes, refused
    }

    /// The outcome as bytes.
    var packed: [UInt8] {
        var bytes = PackedTexts()
        bytes.add(line)
        bytes.add(label)
        bytes.add(notes)
        switch verdict {
        case .new: bytes.add(Int(Mark.new.rawValue))
        case .unchanged: bytes.add(Int(Mark.unchanged.rawValue))
        case .changes(let changes):
            bytes.add(Int(Mark.changes.rawValue))
            bytes.add(changes.flatMap { [$0.column, $0.former, $0.new] })
        case .refused(let faults):
            bytes.add(Int(Mark.refused.rawValue))
            // A fault of the whole row has no column.
            bytes.add(
                faults.flatMap { [$0.column == nil ? "" : "=", $0.column ?? "", $0.message] })
        }
        return bytes.bytes
    }

    /// The outcome of such bytes.
    ///
    /// - Throws: `SpilledBytes.CutOff` for other ones.
    init(packed: [UInt8]) throws(SpilledBytes.CutOff) {
        var bytes = PackedTexts(packed)
        line = try bytes.number()
        label = try bytes.text()
        notes = try bytes.texts()
        guard let mark = UInt8(exactly: try bytes.number()).flatMap({ Mark(rawValue: $0) }) else {
            throw SpilledBytes.CutOff()
        }
        switch mark {
        case .new: verdict = .new
        case .unchanged: verdict = .unchanged
        case .changes:
            verdict = .changes(
                Self.threes(try bytes.texts()).map {
                    FieldChange(column: $0[0], former: $0[1], new: $0[2])
                })
        case .refused:
            verdict = .refused(
                Self.threes(try bytes.texts()).map {
                    RowFault(columnNamed: $0[0].isEmpty ? nil : $0[1], $0[2])
                })
        }
    }

    private static func threes(_ texts: [String]) -> [[String]] {
        stride(from: 0, to: texts.count - 2, by: 3).map { Array(texts[$0..<$0 + 3]) }
    }
}

/// Numbers and texts one after the other, each text behind its length.
private struct PackedTexts {
    private(set) var bytes: [UInt8] = []
    private var position = 0

    init(_ bytes: [UInt8] = []) {
        self.bytes = bytes
    }

    mutating func add(_ number: Int) {
        withUnsafeBytes(of: Int64(number).littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func add(_ text: String) {
        add(text.utf8.count)
        bytes.append(contentsOf: text.utf8)
    }

    mutating func add(_ texts: [String]) {
        add(texts.count)
        for text in texts { add(text) }
    }

    mutating func number() throws(SpilledBytes.CutOff) -> Int {
        guard position + 8 <= bytes.count else { throw SpilledBytes.CutOff() }
        defer { position += 8 }
        return (0..<8).reduce(0) { $0 | Int(bytes[position + $1]) << (8 * $1) }
    }

    mutating func text() throws(SpilledBytes.CutOff) -> String {
        let count = try number()
        guard count >= 0, count <= bytes.count - position else { throw SpilledBytes.CutOff() }
        defer { position += count }
        return String(decoding: bytes[position..<position + count], as: UTF8.self)
    }

    mutating func texts() throws(SpilledBytes.CutOff) -> [String] {
        let count = try number()
        // Each has its length before it.
        guard count >= 0, count <= (bytes.count - position) / 8 else {
            throw SpilledBytes.CutOff()
        }
        var texts: [String] = []
        for _ in 0..<count { texts.append(try text()) }
        return texts
    }
}
