import CQrencode

/// A QR code as the path of an SVG image, one unit per module.
struct QRCode: Sendable {
    /// The number of modules per side, with the quiet zone.
    let side: String
    /// The dark modules.
    let path: String
    /// Whether there is an image; some texts are too long for one.
    let isDrawn: Bool

    /// The width of the quiet zone in modules (ISO/IEC 18004, 6.3.8).
    private static let margin = 4

    init(_ text: String) {
        let bytes = Array(text.utf8)
        let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M)
        defer { QRcode_free(code) }
        guard let code, let data = code.pointee.data else {
            (side, path, isDrawn) = ("0", "", false)
            return
        }
        let width = Int(code.pointee.width)
        // The lowest bit of each module says whether it is dark.
        let squares = UnsafeBufferPointer(start: data, count: width * width).map { $0 & 1 == 1 }
        side = "\(width + 2 * Self.margin)"
        path = Self.path(squares, width)
        isDrawn = true
    }

    /// Each run of dark modules in a row is one rectangle.
    private static func path(_ squares: [Bool], _ width: Int) -> String {
        var path = ""
        for row in 0..<width {
            var column = 0
            while column < width {
                let start = column
                while column < width, squares[row * width + column] { column += 1 }
                if column > start {
                    let length = column - start
                    path += "M\(start + margin) \(row + margin)h\(length)v1h-\(length)z"
                }
                column += 1
            }
        }
        return path
    }
}
