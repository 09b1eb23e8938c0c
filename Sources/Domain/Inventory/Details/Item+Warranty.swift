import Foundation
import Persistence

extension Item {
    /// The warranty; nil if there is none or it is unknown.
    public var warranty: Warranty? {
        get { hasLifetimeWarranty ? .lifetime : warrantyUntil.map { .until(CalendarDay($0)) } }
        set {
            if case .until(let day) = newValue {
                warrantyUntil = day.date
            } else {
                warrantyUntil = nil
            }
            hasLifetimeWarranty = newValue == .lifetime
        }
    }
}
