import Domain
import Foundation

/// The form of a new token, as it was typed.
struct TokenForm: Sendable {
    /// What is taken from the form.
    struct Fields: Sendable {
        let name: String
        let writes: Bool
        let sections: Set<String>
        let end: Date
    }

    var name = ""
    var access = "read"
    var sections: Set<String> = []
    /// The last day; a quarter of a year from today where none was typed.
    var until = "\(CalendarDay.today().adding(days: 90))"

    init() {}

    init(_ form: FormData) {
        name = form["name"] ?? ""
        access = form["access"] ?? access
        sections = Set(form.values("section"))
        until = form["until"] ?? until
    }

    /// The sections that somebody of a role chooses from.
    static func sections(for role: Role, of catalog: SectionCatalog) -> [Section] {
        catalog.choices.filter { role.reads($0) }
    }

    /// - Throws: ``FormRefusal`` for what cannot be read. Whether the name and the day are taken, the
    ///   accounts say.
    func checked(for role: Role, _ catalog: SectionCatalog) throws(FormRefusal) -> Fields {
        var faults: [FormFault] = []
        func refuse(_ field: String, _ label: String, _ message: String) {
            faults.append(FormFault(field: field, label: label, message: message))
        }
        if !["read", "write"].contains(access) {
            refuse("access", "May", "“\(access.prefix(30))” is neither read nor write")
        } else if access == "write", role == .viewer {
            refuse("access", "May", "you can only read, and so can your tokens")
        }
        let known = Set(Self.sections(for: role, of: catalog).map(\.rawValue))
        if let section = sections.subtracting(known).min() {
            refuse("section", "Sections", "“\(section.prefix(30))” is not one of your sections")
        }
        var end = Date.distantPast
        do {
            end = try CalendarDay(parsing: until).end()
        } catch {
            refuse("until", "Until", until.isEmpty ? "enter a value" : error.description)
        }
        guard faults.isEmpty else { throw FormRefusal(faults: faults) }
        return Fields(name: name, writes: access == "write", sections: sections, end: end)
    }
}

extension CalendarDay {
    /// When the day ends in a time zone. Default: the server's.
    func end(in zone: TimeZone = .current) -> Date {
        let midnight = adding(days: 1).date
        return midnight - TimeInterval(zone.secondsFromGMT(for: midnight))
    }
}
