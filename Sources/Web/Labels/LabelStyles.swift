import Domain

/// The style sheet of a label format, with positions to a tenth of a millimetre.
///
/// Pages may not contain styles, so it is a separate file.
struct LabelStyles: Sendable {
    let text: String

    init(_ format: LabelFormat) {
        let text = LabelFormat.text
        let (width, height) = (text(format.pageWidth), text(format.pageHeight))
        // Slightly less than the paper: rounding up would begin another sheet.
        let inner = text(format.pageHeight - 0.2)
        let rows = "repeat(\(format.rows), \(text(format.labelHeight))mm)"
        let columns = "repeat(\(format.columns), \(text(format.labelWidth))mm)"
        self.text = """
            @page labels { size: \(width)mm \(height)mm; margin: 0; @bottom-right { content: none; } }
            .labels__paper { width: \(width)mm; height: \(inner)mm; \
            padding: \(text(format.marginTop))mm 0 0 \(text(format.marginLeft))mm; \
            grid-template: \(rows) / \(columns); \
            gap: \(text(format.gapDown))mm \(text(format.gapAcross))mm; }
            .label { height: \(text(format.labelHeight))mm; font-size: \(text(Self.letters(format)))mm; \
            --label-code: \(text(Self.code(format)))mm; --label-bars: \(text(Self.bars(format)))mm; }

            """
    }

    /// The font size: four lines beside the code, within a readable maximum.
    private static func letters(_ format: LabelFormat) -> Double {
        min(format.labelHeight / 5, format.labelWidth / 14, 4.2)
    }

    /// The side of a QR code: the height of the label, unless the name needs the space.
    private static func code(_ format: LabelFormat) -> Double {
        min(format.labelHeight - 1, format.labelWidth * 0.45, 32)
    }

    /// The height of a barcode.
    private static func bars(_ format: LabelFormat) -> Double {
        min(format.labelHeight * 0.4, 16)
    }
}
