/// The notation of thousands.
enum DigitGroups {
    /// Whether groups have one kind of mark between them, and three digits each after the first; in
    /// the Indian notation, two in all but the first and the last.
    static func areThousands(_ groups: [String], marks: [Character]) -> Bool {
        guard groups.count > 1 else { return !groups[0].isEmpty }
        let inner = groups.dropFirst().dropLast()
        let isWestern = inner.allSatisfy { $0.count == 3 } && groups[0].count <= 3
        let isIndian = inner.allSatisfy { $0.count == 2 } && groups[0].count <= 2
        return Set(marks).count == 1 && groups[groups.count - 1].count == 3
            && !groups[0].isEmpty && (isWestern || isIndian)
    }
}
