import Persistence

/// The layout of labels on a sheet or a roll, in millimeters.
public struct LabelFormat: Sendable, Hashable {
    /// The key in addresses: `L7160`; the record number of a custom one.
    public let key: String
    /// `Avery L7160`.
    public let name: String
    /// The paper's width; for a roll, the label's.
    public let pageWidth: Double
    public let pageHeight: Double
    public let labelWidth: Double
    public let labelHeight: Double
    /// The number of columns.
    public let columns: Int
    /// The number of rows.
    public let rows: Int
    /// The margin left of the first label.
    public let marginLeft: Double
    /// The margin above the first label.
    public let marginTop: Double
    /// The gap between columns.
    public let gapAcross: Double
    /// The gap between rows.
    public let gapDown: Double

    /// The number of labels on a sheet.
    public var count: Int { columns * rows }
    /// Whether each label is a page.
    public var isRoll: Bool { count == 1 }

    /// A sheet of labels. The default margins are equal on both sides.
    init(
        _ key: String, _ name: String, page: (width: Double, height: Double) = Self.a4,
        label: (width: Double, height: Double), _ columns: Int, by rows: Int,
        gap: (across: Double, down: Double) = (2.5, 0), margin: (left: Double, top: Double)? = nil
    ) {
        let width = Double(columns) * (label.width + gap.across) - gap.across
        let height = Double(rows) * (label.height + gap.down) - gap.down
        self.key = key
        self.name = name
        (pageWidth, pageHeight) = page
        (labelWidth, labelHeight) = label
        (self.columns, self.rows) = (columns, rows)
        (gapAcross, gapDown) = gap
        marginLeft = margin?.left ?? (page.width - width) / 2
        marginTop = margin?.top ?? (page.height - height) / 2
    }

    /// A roll of labels, each a page.
    init(roll key: String, _ name: String, _ width: Double, _ height: Double) {
        self.init(
            key, name, page: (width, height), label: (width, height), 1, by: 1, gap: (0, 0),
            margin: (0, 0))
    }

    /// A custom sheet.
    public init(_ sheet: LabelSheet) {
        self.init(
            String(sheet.savedNumber), sheet.name ?? "",
            page: (sheet.pageWidth, sheet.pageHeight),
            label: (sheet.labelWidth, sheet.labelHeight), Int(sheet.columns), by: Int(sheet.rows),
            gap: (sheet.gapAcross, sheet.gapDown), margin: (sheet.marginLeft, sheet.marginTop))
    }

    static let a4 = (width: 210.0, height: 297.0)
    static let letter = (width: 215.9, height: 279.4)
}

extension LabelFormat {
    /// The size of all labels with the gaps and the first margins.
    public var extent: (width: Double, height: Double) {
        (
            marginLeft + Double(columns) * (labelWidth + gapAcross) - gapAcross,
            marginTop + Double(rows) * (labelHeight + gapDown) - gapDown
        )
    }

    /// Whether all labels are on the paper, with a tolerance of a tenth of a millimeter.
    public var fits: Bool {
        extent.width <= pageWidth + 0.1 && extent.height <= pageHeight + 0.1
    }

    /// `63.5 × 38.1 mm, 21 on a sheet`.
    public var measures: String {
        let size = "\(Self.text(labelWidth)) × \(Self.text(labelHeight)) mm"
        return isRoll ? "\(size), roll" : "\(size), \(count) on a sheet"
    }

    /// A length without trailing zeros: `38.1`, `57`.
    public static func text(_ millimeters: Double) -> String {
        let hundredths = Int((millimeters * 100).rounded())
        let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
        guard rest != 0 else { return String(whole) }
        let digits = rest < 10 ? "0\(rest)" : String(rest)
        return "\(whole)." + (digits.last == "0" ? String(digits.dropLast()) : digits)
    }
}
