import Domain
import Foundation
import Hummingbird
import NIOCore
import Persistence

/// Due tasks as a calendar to subscribe to (RFC 5545), with one day per task.
struct CareCalendar: Sendable {
    private(set) var text = ""

    /// - Parameters:
    ///   - address: the address of the site for the calendar program.
    ///   - day: today, as the day of creation.
    init(_ tasks: [CareTask], address: String, made day: CalendarDay) {
        add("BEGIN", "VCALENDAR")
        add("VERSION", "2.0")
        add("PRODID", "-//Homeowner//Care//EN")
        add("CALSCALE", "GREGORIAN")
        add("METHOD", "PUBLISH")
        add("X-WR-CALNAME", "Maintenance")
        for task in tasks {
            guard let due = task.due.map(CalendarDay.init), let item = task.item else { continue }
            add("BEGIN", "VEVENT")
            add("UID", "task-\(task.savedNumber)-\(item.key.uuidString.lowercased())@homeowner")
            // A day without a time keeps the calendar unchanged for the whole day.
            add("DTSTAMP", "\(Self.day(day))T000000Z")
            add("DTSTART;VALUE=DATE", Self.day(due))
            add("DTEND;VALUE=DATE", Self.day(due.adding(days: 1)))
            add("SEQUENCE", String(task.rowVersion))
            add("SUMMARY", Self.escaped("\(task.title ?? ""): \(item.itemName ?? "")"))
            let notes = [task.rhythm?.text ?? "", task.notes ?? ""].filter { !$0.isEmpty }
            if !notes.isEmpty {
                add("DESCRIPTION", Self.escaped(notes.joined(separator: "\n")))
            }
            add("URL", address + ResourcePaths(.tasks).record(task.savedNumber).path)
            add("TRANSP", "TRANSPARENT")
            add("END", "VEVENT")
        }
        add("END", "VCALENDAR")
    }

    /// Adds a property in lines of at most 75 bytes; a longer one continues in the next line after
    /// a space.
    private mutating func add(_ name: String, _ value: String) {
        var room = 75
        for character in name + ":" + value {
            let count = character.utf8.count
            if count > room {
                text += "\r\n "
                room = 74
            }
            text.append(character)
            room -= count
        }
        text += "\r\n"
    }

    /// `20261121`.
    private static func day(_ day: CalendarDay) -> String {
        day.description.replacing("-", with: "")
    }

    /// Text escaped for a property.
    static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "\\", ";", ",": escaped += "\\\(character)"
            case "\n", "\r\n", "\r": escaped += "\\n"
            default: escaped.append(character)
            }
        }
    }
}

extension CareCalendar {
    /// The response with the calendar.
    ///
    /// - Throws: errors of the store.
    static func response(_ site: Site, address: String) async throws -> Response {
        let text = try await site.household.container.read { records in
            CareCalendar(try CareTask.dated(in: records), address: address, made: .today()).text
        }
        var response = Response(
            status: .ok, headers: [.contentType: "text/calendar; charset=utf-8"],
            body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
        response.headers[.cacheControl] = "no-cache"
        response.headers[.eTag] = EntityTag(contentOf: text).text
        response.headers[.contentDisposition] = "inline; filename=\"care.ics\""
        return response
    }
}
