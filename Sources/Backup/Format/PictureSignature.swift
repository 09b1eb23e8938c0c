/// Recognizes pictures and documents by their first bytes, just enough to name a file.
enum PictureSignature {
    /// The file extension for these first bytes.
    static func fileExtension(of start: [UInt8]) -> String {
        func has(_ text: StaticString, at offset: Int) -> Bool {
            text.withUTF8Buffer { start.dropFirst(offset).starts(with: $0) }
        }
        if start.starts(with: [0xFF, 0xD8, 0xFF]) { return "jpg" }
        if has("PNG", at: 1) { return "png" }
        if has("%PDF", at: 0) { return "pdf" }
        if has("GIF8", at: 0) { return "gif" }
        if has("RIFF", at: 0), has("WEBP", at: 8) { return "webp" }
        if has("ftypavi", at: 4) { return "avif" }
        if has("ftyp", at: 4) { return "heic" }
        if start.starts(with: [0x49, 0x49, 0x2A, 0]) || start.starts(with: [0x4D, 0x4D, 0, 0x2A]) {
            return "tiff"
        }
        return "picture"
    }
}
