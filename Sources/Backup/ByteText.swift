/// Formats numbers of bytes for people.
public enum ByteText {
    /// `1.4 GB`, `312 MB`, `9 kB`.
    public static func text(_ bytes: Int64) -> String {
        let units = ["bytes", "kB", "MB", "GB", "TB"]
        var (value, unit) = (Double(bytes), 0)
        while value >= 1_000, unit < units.count - 1 {
            value /= 1_000
            unit += 1
        }
        let tenths = Int((value * 10).rounded())
        let isShort = unit > 0 && tenths < 100 && tenths % 10 != 0
        return (isShort ? "\(tenths / 10).\(tenths % 10)" : "\(Int(value.rounded()))")
            + " " + units[unit]
    }
}
