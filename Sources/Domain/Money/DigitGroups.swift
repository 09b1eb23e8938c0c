/// The notation of thousands.
enum DigitGroups {
    /// Whether groups are written with one kind of mark, and have three digits each but the first;
    /// in India all but the last and the first have two.
    static func areThousands(_ groups: [String], marks: [Character]) -> Bool {
        guard groups.count > 1 else { return !groups[0].isEmpty }
        let inner = groups.dropFirst().dropLast()
        let isWestern = inner.allSatisfy { $0.count == 3 } && groups[0].count <= 3
        let isIndian = inner.allSatisfy { $0.count == 2 } && groups[0].count <= 2
        return Set(marks).count == 1 && groups[groups.count - 1].count == 3
            && !groups[0].isEmpty && (isWestern || isIndian)
    }
}
