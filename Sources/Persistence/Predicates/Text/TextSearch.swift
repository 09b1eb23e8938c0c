import Foundation

/// Searches in texts, byte by byte, after folding. The pattern is folded already.
enum TextSearch {
    /// Whether the text contains the pattern; the empty pattern is in every text.
    static func contains(
        _ text: UnsafeBufferPointer<UInt8>, _ pattern: UnsafeBufferPointer<UInt8>,
        _ options: FetchComparison.Options
    ) -> Bool {
        with(text, options) { contains(text: $0, pattern, isFolded: $1) }
    }

    static func begins(
        _ text: UnsafeBufferPointer<UInt8>, _ pattern: UnsafeBufferPointer<UInt8>,
        _ options: FetchComparison.Options
    ) -> Bool {
        with(text, options) { text, isFolded in
            text.count >= pattern.count
                && matches(text, at: 0, pattern, isFolded: isFolded)
        }
    }

    static func ends(
        _ text: UnsafeBufferPointer<UInt8>, _ pattern: UnsafeBufferPointer<UInt8>,
        _ options: FetchComparison.Options
    ) -> Bool {
        with(text, options) { text, isFolded in
            text.count >= pattern.count
                && matches(text, at: text.count - pattern.count, pattern, isFolded: isFolded)
        }
    }

    /// Calls the closure with the folded text or, for ASCII, with the text itself and false: then
    /// the closure folds case as it compares, without allocation.
    private static func with(
        _ text: UnsafeBufferPointer<UInt8>, _ options: FetchComparison.Options,
        _ body: (UnsafeBufferPointer<UInt8>, Bool) -> Bool
    ) -> Bool {
        let options = TextFolding.effective(options)
        if options.isEmpty { return body(text, true) }
        if TextFolding.isASCII(text) { return body(text, !options.contains(.caseInsensitive)) }
        return TextFolding.folded(text, options).withUnsafeBufferPointer { body($0, true) }
    }

    private static func contains(
        text: UnsafeBufferPointer<UInt8>, _ pattern: UnsafeBufferPointer<UInt8>, isFolded: Bool
    ) -> Bool {
        guard let first = pattern.first else { return true }
        guard text.count >= pattern.count else { return false }
        if isFolded { return isPart(pattern, of: text) }
        for start in 0...(text.count - pattern.count)
        where TextFolding.lowercased(text[start]) == first
            && matches(text, at: start, pattern, isFolded: false)
        {
            return true
        }
        return false
    }

    /// Skips to each occurrence of the first byte.
    private static func isPart(
        _ pattern: UnsafeBufferPointer<UInt8>, of text: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        guard let base = text.baseAddress, let wanted = pattern.baseAddress else { return false }
        var start = 0
        while start + pattern.count <= text.count {
            let rest = text.count - pattern.count - start + 1
            guard let found = memchr(base + start, Int32(wanted.pointee), rest) else {
                return false
            }
            start = UnsafeRawPointer(found) - UnsafeRawPointer(base)
            if memcmp(found, wanted, pattern.count) == 0 { return true }
            start += 1
        }
        return false
    }

    private static func matches(
        _ text: UnsafeBufferPointer<UInt8>, at start: Int, _ pattern: UnsafeBufferPointer<UInt8>,
        isFolded: Bool
    ) -> Bool {
        for index in 0..<pattern.count {
            let byte = text[start + index]
            if (isFolded ? byte : TextFolding.lowercased(byte)) != pattern[index] { return false }
        }
        return true
    }
}
