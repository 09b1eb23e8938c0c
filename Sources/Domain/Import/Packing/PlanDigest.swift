/// A text that is the same for plans that do the same to records that are the same. The warnings are left
/// out of it, because somebody may sell something between the look and the yes.
struct PlanDigest {
    private var hash: UInt64 = 0xcbf2_9ce4_8422_2325

    var text: String { String(hash, radix: 16) }

    mutating func add(_ text: String) {
        for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
        hash = (hash ^ 0xFF) &* 0x100_0000_01b3
    }

    mutating func add(_ row: RowOutcome) {
        add("\(row.line)")
        add(row.label)
        for note in row.notes { add(note) }
        switch row.verdict {
        case .new: add("new")
        case .unchanged: add("unchanged")
        case .refused(let faults): for fault in faults { add("refused" + fault.text) }
        case .changes(let changes):
            for change in changes {
                add(change.column)
                add(change.former)
                add(change.new)
            }
        }
    }
}
