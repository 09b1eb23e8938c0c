extension String {
    /// Whether it may be a language tag (RFC 5646), as in the names of files with texts for
    /// documents: `de`, `pt-BR`.
    public var isLanguageTag: Bool {
        let parts = split(separator: "-", omittingEmptySubsequences: false)
        return count <= 10 && (2...3).contains(parts[0].count)
            && parts[0].allSatisfy { $0.isASCII && $0.isLetter }
            && parts.dropFirst().allSatisfy {
                (2...8).contains($0.count)
                    && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            }
    }
}
