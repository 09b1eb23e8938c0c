import Foundation

extension Data {
    /// The PNG file without the chunks between its header and its pixels.
    ///
    /// libvips writes the original's resolution there, even when told to write no metadata. The
    /// file must not have a palette.
    func withoutPNGMetadata() -> Data {
        let header = 8 + 25
        var offset = header
        while offset + 8 <= count {
            let chunk = self[startIndex + offset..<startIndex + offset + 8]
            if chunk.suffix(4).elementsEqual("IDAT".utf8) {
                return offset == header ? self : prefix(header) + dropFirst(offset)
            }
            offset += 12 + chunk.prefix(4).reduce(0) { $0 << 8 | Int($1) }
        }
        return self
    }
}
