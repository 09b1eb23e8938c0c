import Domain
import Foundation
import Hummingbird
import NIOCore
import Persistence

/// What is due, as a calendar that other programs subscribe to (RFC 5545): a day for each task.
struct CareCalendar: Sendable {
    private(set) var text = ""

    /// - Parameters:
    ///   - address: the site as the calendar’s program knows it.
    ///   - day: today, on which the calendar is made.
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
            // The day is enough, and leaves the calendar as it was for all of it.
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

    /// A property of at most 75 bytes a line; what is longer goes on in the next, behind a space.
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

    /// Text as a property has it.
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
    /// The answer to a program that asks for the calendar.
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
