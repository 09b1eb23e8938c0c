/// The unit codes of UN/ECE Recommendation 20, as used by EN 16931.
public enum UnitCode {
    /// The code of a unit's name; `C62`, one, for unknown units.
    public static func of(_ unit: String) -> String {
        let unit = unit.lowercased().filter { !$0.isWhitespace && $0 != "." }
        return codes.first { $0.names.contains(unit) }?.code ?? one
    }

    static let one = "C62"

    /// Whether a unit comes only in whole pieces.
    static func isWhole(_ unit: String) -> Bool { whole.contains(of(unit)) }

    private static let whole: Set<String> = ["H87", "EA", "PR", "SET", "XBX", "XBO", "XPK", "XBG"]

    private static let codes: [(code: String, names: Set<String>)] = [
        ("H87", ["piece", "pieces", "pc", "pcs", "stück", "stk", "st", "pièce", "pieza"]),
        ("EA", ["each", "ea"]),
        ("KGM", ["kg", "kilogram", "kilograms", "kilo"]), ("GRM", ["g", "gram", "grams"]),
        ("TNE", ["t", "tonne", "tonnes"]), ("LBR", ["lb", "lbs", "pound", "pounds"]),
        ("ONZ", ["oz", "ounce", "ounces"]), ("LTR", ["l", "litre", "litres", "liter", "liters"]),
        ("MLT", ["ml", "millilitre", "milliliter"]), ("CLT", ["cl", "centilitre"]),
        ("MTR", ["m", "metre", "metres", "meter", "meters"]), ("CMT", ["cm"]), ("MMT", ["mm"]),
        ("KMT", ["km"]), ("FOT", ["ft", "foot", "feet"]), ("INH", ["in", "inch", "inches"]),
        ("MTK", ["m²", "m2", "sqm"]), ("MTQ", ["m³", "m3"]),
        ("MIN", ["min", "minute", "minutes"]), ("HUR", ["h", "hr", "hour", "hours", "std"]),
        ("DAY", ["day", "days", "tag", "tage"]), ("MON", ["month", "months"]),
        ("PR", ["pair", "pairs", "paar"]), ("SET", ["set", "sets"]),
        ("DZN", ["dozen", "dz"]), ("XBX", ["box", "boxes"]), ("XBO", ["bottle", "bottles"]),
        ("XPK", ["pack", "packs", "package", "packages"]), ("XBG", ["bag", "bags"]),
    ]
}
