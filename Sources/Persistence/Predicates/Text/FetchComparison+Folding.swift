extension FetchComparison.Options {
    /// A text without what the options disregard, as UTF-8: what predicates compare.
    public func folded(_ text: String) -> [UInt8] {
        var text = text
        return text.withUTF8 { TextFolding.folded($0, self) }
    }
}

extension FetchSortDescriptor.Comparison {
    /// Bytes whose order is the place of a text among others.
    public func sortKey(_ text: String) -> [UInt8] {
        var text = text
        return text.withUTF8 { TextSortKey.key($0, self) }
    }
}
