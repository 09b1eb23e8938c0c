import CQrencode

/// A QR code as the path of an SVG picture, without the program's code.
enum HandwrittenCode {
    static func path(_ text: String) -> String {
        let bytes = Array(text.utf8)
        guard let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M) else {
            return ""
        }
        defer { QRcode_free(code) }
        let width = Int(code.pointee.width)
        var path = ""
        for row in 0..<width {
            var column = 0
            while column < width {
                let start = column
                while column < width, code.pointee.data[row * width + column] & 1 == 1 {
                    column += 1
                }
                if column > start {
                    let length = column - start
                    path += "M\(start + 4) \(row + 4)h\(length)v1h-\(length)z"
                }
                column += 1
            }
        }
        return path
    }
}
