import Domain
import Foundation
import Hummingbird
import Logging
import Synchronization

/// The values typed in forms that came when the password had been given too long ago: the page of such a form shows
/// them again, once the password was given.
///
/// The last form of each browser is kept, in memory, for as long as a password counts as just given.
final class StaleForms: Sendable {
    private struct Entry {
        let path: String
        let form: FormData
        let date: Date

        func isOver(at now: Date) -> Bool { now.timeIntervalSince(date) > Viewer.freshness }
    }

    private let entries = Mutex<[UUID: Entry]>([:])

    /// Keeps the form that a browser has sent to an address, without passwords.
    func keep(_ form: FormData, at path: String, of device: Device, at date: Date) {
        let entry = Entry(path: path, form: form.withoutPasswords, date: date)
        entries.withLock { entries in
            entries = entries.filter { !$0.value.isOver(at: date) }
            entries[device.id] = entry
        }
    }

    /// The form that a browser has sent to an address, once.
    ///
    /// - Parameter isMeant: whether the address is the one.
    func take(
        of device: Device, at date: Date, where isMeant: (_ path: String) -> Bool
    ) -> (path: String, form: FormData)? {
        entries.withLock { entries in
            guard let entry = entries[device.id], isMeant(entry.path), !entry.isOver(at: date)
            else { return nil }
            entries[device.id] = nil
            return (entry.path, entry.form)
        }
    }
}

extension FormData {
    /// The fields of the form without passwords and codes.
    fileprivate var withoutPasswords: FormData {
        var form = FormData()
        for field in fields
        where !field.name.lowercased().contains("password") && field.name != "code" {
            form.append(field)
        }
        return form
    }
}

extension Site {
    /// Keeps what was typed in a form that came when the password had been given too long ago.
    func keepStaleForm(of request: Request, _ context: SiteContext) async {
        guard let device = context.viewer.device else { return }
        do {
            staleForms.keep(
                try await textOfForm(of: request), at: request.uri.path, of: device,
                at: configuration.now())
        } catch {
            // The answer is about the password; a form that cannot be read is told of when it comes again.
            context.logger.debug("A form was not kept", metadata: ["error": "\(error)"])
        }
    }
}

extension People {
    /// The form of a page as it was typed before the password was asked for, once.
    ///
    /// - Parameter path: where the form goes.
    func staleForm(at path: SitePath, _ context: SiteContext) -> FormData? {
        staleForm(context) { $0 == links(path) }?.form
    }

    /// One of the forms of a page as it was typed, and where it went.
    func staleForm(
        _ context: SiteContext, where isMeant: (_ path: String) -> Bool
    ) -> (path: String, form: FormData)? {
        context.viewer.device.flatMap {
            site.staleForms.take(of: $0, at: site.configuration.now(), where: isMeant)
        }
    }

    /// The notice of a page that shows such a form.
    func notices(for request: Request, after staleForm: FormData?) -> [Notice] {
        guard staleForm != nil else { return site.notices(for: request) }
        return [Notice(text: "Nothing was changed yet. What you typed is here: send it once more.")]
    }
}
