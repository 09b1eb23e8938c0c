/// The code on a label as an SVG picture: a square QR code, or a barcode stretched to the available
/// width.
struct LabelCode: Sendable {
    var width: String
    var height: String
    var path: String
    /// The content of the code, for people who cannot see it.
    var text: String
    var isBarcode: Bool
    var isDrawn: Bool

    /// A QR code with an address.
    init(address: String) {
        let code = QRCode(address)
        (width, height, path, text) = (code.side, code.side, code.path, address)
        (isBarcode, isDrawn) = (false, code.isDrawn)
    }

    /// A barcode for a shop's scanner.
    init(barcode: String) {
        let code = Barcode(barcode)
        (width, height, path, text) = ("\(code.width)", "1", code.path, barcode)
        (isBarcode, isDrawn) = (true, code.width > 0)
    }
}
