/// The code on a label as an SVG picture: a QR code, which stays square, or a barcode, whose bars are as
/// long as there is room.
struct LabelCode: Sendable {
    var width: String
    var height: String
    var path: String
    /// What the code says, for those who do not see it.
    var text: String
    var isBarcode: Bool
    var isDrawn: Bool

    /// A code that leads to an address.
    init(address: String) {
        let code = QRCode(address)
        (width, height, path, text) = (code.side, code.side, code.path, address)
        (isBarcode, isDrawn) = (false, code.isDrawn)
    }

    /// A code that a scanner of a shop types.
    init(barcode: String) {
        let code = Barcode(barcode)
        (width, height, path, text) = ("\(code.width)", "1", code.path, barcode)
        (isBarcode, isDrawn) = (true, code.width > 0)
    }
}
