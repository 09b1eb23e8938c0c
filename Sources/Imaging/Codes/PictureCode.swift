/// A QR code or barcode in a picture.
public struct PictureCode: Sendable, Hashable, Codable {
    /// The kinds of codes that are read, by the names of the browsers' Barcode Detection API.
    public enum Format: String, Sendable, Codable, CaseIterable {
        case qrCode = "qr_code"
        case ean13 = "ean_13"
        case ean8 = "ean_8"
        case upcA = "upc_a"
        case upcE = "upc_e"
        case code128 = "code_128"
    }

    public var format: Format
    public var text: String
}
