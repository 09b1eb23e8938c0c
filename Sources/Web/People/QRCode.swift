import CQrencode

/// A QR code as the path of an SVG picture, one unit for each of its squares.
struct QRCode: Sendable {
    /// Squares along each side, with the empty ones around.
    let side: String
    /// The dark squares.
    let path: String
    /// Whether there is a picture: a text can be too long for one.
    let isDrawn: Bool

    /// Squares that stay empty around it, as readers want them (ISO/IEC 18004, 6.3.8).
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
        // The lowest bit of each square says whether it is dark.
        let squares = UnsafeBufferPointer(start: data, count: width * width).map { $0 & 1 == 1 }
        side = "\(width + 2 * Self.margin)"
        path = Self.path(squares, width)
        isDrawn = true
    }

    /// Each run of dark squares in a row is one rectangle.
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
