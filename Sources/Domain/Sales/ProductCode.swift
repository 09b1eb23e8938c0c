/// A number (SKU) or a barcode of a product, as it is compared: an article has one number, however it is
/// written.
public struct ProductCode: Sendable, Hashable {
    /// The same for all spellings of a code.
    let key: String

    /// - Parameter text: the code as somebody types it, or as a scanner sends it.
    public init(_ text: String) {
        key = GTIN(text)?.digits ?? ScannedCode.withoutIdentifier(text).lowercased()
    }

    /// A code as it can be kept and shown; a scanner sends characters that cannot be seen.
    public static func visible(_ text: String) -> String { ScannedCode.visible(text) }
}
