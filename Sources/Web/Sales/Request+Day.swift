import Domain
import Hummingbird

extension Request {
    /// A day that the address names; nil for none.
    ///
    /// - Throws: ``SiteError`` 422 if it is no day.
    func day(_ name: String) throws(SiteError) -> CalendarDay? {
        guard let text = uri.queryParameters.get(name), !text.isEmpty else { return nil }
        do {
            return try CalendarDay(parsing: text)
        } catch {
            throw .unprocessable(
                "There is no such day",
                faults: [FormFault(field: name, label: "Day", message: error.description)])
        }
    }
}
