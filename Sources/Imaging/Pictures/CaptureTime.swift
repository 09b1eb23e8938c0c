public import Foundation

/// When a picture was taken, as far as its file says.
///
/// A record keeps it as one date (``stored``). Cameras write whole seconds, so that millionths of a second
/// beyond them say how much is known.
public enum CaptureTime: Sendable, Hashable {
    /// The day alone: its first moment, as if in UTC.
    case day(Date)
    /// What a clock showed of which nobody knows the zone, as if in UTC.
    case clock(Date)
    /// A moment, and how many seconds the clock of the camera was ahead of UTC.
    case moment(Date, offset: Int)
}

extension CaptureTime {
    /// The seconds of the steps that offsets are kept in: every zone is a whole number of quarters of an hour
    /// ahead of UTC or behind it.
    private static let step = 900
    /// The greatest offset that a zone may have.
    static let longestOffset = 18 * 3_600
    /// The millionths of a second of a clock in UTC; those of other offsets lie around them.
    private static let middle = longestOffset / step + 1
    /// The millionths of a second of a day.
    private static let dayMark = 200

    /// The date that a record keeps.
    public var stored: Date {
        switch self {
        case .day(let date): date + Double(Self.dayMark) / 1e6
        case .clock(let date): date
        case .moment(let date, let offset):
            date + (Double(Self.middle) + (Double(offset) / Double(Self.step)).rounded()) / 1e6
        }
    }

    /// What the date of a record says.
    public init(stored: Date) {
        let whole = (stored.timeIntervalSinceReferenceDate + 0.0001).rounded(.down)
        let date = Date(timeIntervalSinceReferenceDate: whole)
        let mark = Int(((stored.timeIntervalSinceReferenceDate - whole) * 1e6).rounded())
        if mark == Self.dayMark {
            self = .day(date)
        } else if (1..<2 * Self.middle).contains(mark) {
            self = .moment(date, offset: (mark - Self.middle) * Self.step)
        } else {
            self = .clock(stored)
        }
    }

    /// What the clock of the camera showed, as if in UTC.
    public var clock: Date {
        switch self {
        case .day(let date), .clock(let date): date
        case .moment(let date, let offset): date + Double(offset)
        }
    }
}
