public import Foundation

/// The time at which a picture was taken, as far as known.
///
/// A record stores it as one date (``stored``). Cameras write whole seconds, so the microseconds
/// say how much is known.
public enum CaptureTime: Sendable, Hashable {
    /// Only the day: its first moment, as if in UTC.
    case day(Date)
    /// A local time in an unknown time zone, as if in UTC.
    case clock(Date)
    /// A moment, and the offset of the camera's clock from UTC in seconds.
    case moment(Date, offset: Int)
}

extension CaptureTime {
    /// The step of stored offsets in seconds: every time zone's offset is a multiple of a quarter
    /// of an hour.
    private static let step = 900
    /// The greatest offset of a time zone.
    static let maximumOffset = 18 * 3_600
    /// The microseconds for a clock in UTC; those of other offsets lie around them.
    private static let middle = maximumOffset / step + 1
    /// The microseconds for a day.
    private static let dayMark = 200

    /// The date that a record stores.
    public var stored: Date {
        switch self {
        case .day(let date): date + Double(Self.dayMark) / 1e6
        case .clock(let date): date
        case .moment(let date, let offset):
            date + (Double(Self.middle) + (Double(offset) / Double(Self.step)).rounded()) / 1e6
        }
    }

    /// The meaning of a stored date.
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

    /// The local time of the camera, as if in UTC.
    public var clock: Date {
        switch self {
        case .day(let date), .clock(let date): date
        case .moment(let date, let offset): date + Double(offset)
        }
    }
}
