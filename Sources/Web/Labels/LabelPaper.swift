import Domain

/// A sheet of labels, or a single label of a roll.
struct LabelPaper: Sendable {
    var labels: [LabelText]

    /// Arranges labels on sheets.
    ///
    /// - Parameter skipped: the number of used places on the first sheet.
    static func papers(
        _ texts: [LabelText], on format: LabelFormat, skipping skipped: Int
    ) -> [LabelPaper] {
        let used = texts.isEmpty ? 0 : min(skipped, format.count)
        let cells = [LabelText](repeating: .used, count: used) + texts
        return stride(from: 0, to: cells.count, by: format.count).map { start in
            LabelPaper(labels: Array(cells[start..<min(start + format.count, cells.count)]))
        }
    }
}

/// The style sheet of a label format, with positions to a tenth of a millimeter.
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
