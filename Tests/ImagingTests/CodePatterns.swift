import CQrencode

/// The bars and modules of codes, true for dark ones.
enum CodePatterns {
    /// `4006381333931`.
    static let ean = bars(
        "1010001101010011101011110111101000100101100110101010000101000010100001"
            + "0111010010000101100110101")
    /// `9783161484100`.
    static let isbn = bars(
        "1010111011000100101000010011001000010100110010101010111001001000101110"
            + "0110011011100101110010101")
    /// `036000291452`.
    static let upc = bars(
        "1010001101011110101011110001101000110100011010101011011001110100110011"
            + "0101110010011101101100101")
    /// `SN-4711`.
    static let serialNumber = bars(
        "1101001000011011101000101110001101001101110011001001110111011011101001"
            + "110011010011100110100111101001100011101011")

    private static func bars(_ digits: String) -> [Bool] { digits.map { $0 == "1" } }

    /// The QR code of a text.
    static func squares(_ text: String) -> [[Bool]] {
        let bytes = Array(text.utf8)
        let code = QRcode_encodeData(Int32(bytes.count), bytes, 0, QR_ECLEVEL_M)
        defer { QRcode_free(code) }
        guard let code, let data = code.pointee.data else { return [] }
        let width = Int(code.pointee.width)
        return (0..<width).map { row in (0..<width).map { data[row * width + $0] & 1 == 1 } }
    }
}
