import Domain
import Hummingbird

extension Request {
    /// The days from one to another that the address names, `from` and `to`; nil for none.
    ///
    /// - Throws: ``SiteError`` 422 if one is no day, or the last one is before the first.
    func days() throws(SiteError) -> (first: CalendarDay?, last: CalendarDay?) {
        let first = try day("from")
        let last = try day("to")
        if let first, let last, last < first {
            throw .unprocessable(
                "There are no such days",
                faults: [
                    FormFault(
                        field: "to", label: "Day",
                        message: "\(last) is before the first day, \(first)")
                ])
        }
        return (first, last)
    }

    /// A day that the address names; nil for none.
    ///
    /// - Throws: ``SiteError`` 422 if it is no day.
    func day(_ name: String) throws(SiteError) -> CalendarDay? {
        guard let text = uri.queryParameters.get(name), !text.isEmpty else { return nil }
        do {
            return try CalendarDay(parsing: text, by: region)
        } catch {
            throw .unprocessable(
                "There is no such day",
                faults: [FormFault(field: name, label: "Day", message: error.description)])
        }
    }
}
