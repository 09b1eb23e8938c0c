import Domain
import Foundation
import Persistence

/// A sale that another one refers to.
struct SaleReference: Sendable {
    let recordNumber: Int64
    let number: Int64
    let writtenNumber: String
    let day: CalendarDay
    let isVoid: Bool

    init(_ sale: Sale) {
        recordNumber = sale.objectID.recordNumber ?? 0
        number = sale.number
        writtenNumber = sale.writtenNumber
        day = sale.dayOrFirst
        isVoid = sale.isVoid
    }

    var json: JSONValue {
        .object([("id", .int(Int(recordNumber))), ("number", .int(Int(number)))])
    }
}

extension Sale {
    /// The day of the sale. One that another program made may have none; it counts as the first day
    /// of the calendar that programs count from.
    var dayOrFirst: CalendarDay { day ?? CalendarDay(.init(timeIntervalSince1970: 0)) }
}
