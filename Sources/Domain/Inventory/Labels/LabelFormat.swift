import Persistence

/// Where the labels lie on a sheet, or on a roll, in millimetres.
public struct LabelFormat: Sendable, Hashable {
    /// What an address calls it: `L7160`; the number of the record for one of the household's own.
    public let key: String
    /// `Avery L7160`.
    public let name: String
    /// The paper; of a roll, the label.
    public let pageWidth: Double
    public let pageHeight: Double
    public let labelWidth: Double
    public let labelHeight: Double
    /// Labels beside each other.
    public let columns: Int
    /// Labels below each other.
    public let rows: Int
    /// What is left free at the left of the first label.
    public let marginLeft: Double
    /// What is left free above the first label.
    public let marginTop: Double
    /// What is between two labels beside each other.
    public let gapAcross: Double
    /// What is between two labels below each other.
    public let gapDown: Double

    /// Labels on a sheet.
    public var count: Int { columns * rows }
    /// Whether each label is a page of its own.
    public var isRoll: Bool { count == 1 }

    /// Labels on a sheet. What is left free is the same on both sides, unless it is given.
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

    /// Labels of a roll, each a page.
    init(roll key: String, _ name: String, _ width: Double, _ height: Double) {
        self.init(
            key, name, page: (width, height), label: (width, height), 1, by: 1, gap: (0, 0),
            margin: (0, 0))
    }

    /// A sheet of the household's own.
    public init(_ sheet: LabelSheet) {
        self.init(
            String(sheet.objectID.recordNumber ?? 0), sheet.name ?? "",
            page: (sheet.pageWidth, sheet.pageHeight),
            label: (sheet.labelWidth, sheet.labelHeight), Int(sheet.columns), by: Int(sheet.rows),
            gap: (sheet.gapAcross, sheet.gapDown), margin: (sheet.marginLeft, sheet.marginTop))
    }

    static let a4 = (width: 210.0, height: 297.0)
    static let letter = (width: 215.9, height: 279.4)
}

extension LabelFormat {
    /// What the labels and all that is between them takes, with what is left free at the beginning.
    public var extent: (width: Double, height: Double) {
        (
            marginLeft + Double(columns) * (labelWidth + gapAcross) - gapAcross,
            marginTop + Double(rows) * (labelHeight + gapDown) - gapDown
        )
    }

    /// Whether all labels lie on the paper; a tenth of a millimetre is nobody's fault.
    public var fits: Bool {
        extent.width <= pageWidth + 0.1 && extent.height <= pageHeight + 0.1
    }

    /// `63.5 × 38.1 mm, 21 on a sheet`.
    public var measures: String {
        let size = "\(Self.text(labelWidth)) × \(Self.text(labelHeight)) mm"
        return isRoll ? "\(size), roll" : "\(size), \(count) on a sheet"
    }

    /// A length without digits that say nothing: `38.1`, `57`.
    public static func text(_ millimetres: Double) -> String {
        let hundredths = Int((millimetres * 100).rounded())
        let (whole, rest) = hundredths.quotientAndRemainder(dividingBy: 100)
        guard rest != 0 else { return String(whole) }
        let digits = rest < 10 ? "0\(rest)" : String(rest)
        return "\(whole)." + (digits.last == "0" ? String(digits.dropLast()) : digits)
    }
}
