import Domain
import Foundation
import Hummingbird
import Logging

/// A form that came when the password had been given too long ago: its page shows what was typed once more, after
/// the password was given, without passwords and codes.
struct ReturnedForm: Sendable {
    /// Where it went.
    let path: String
    let form: FormData
}

extension FormData {
    /// The fields of the form without passwords and codes.
    fileprivate var withoutPasswords: FormData {
        var form = FormData()
        for field in fields
        where !["password", "passphrase"].contains(where: field.name.lowercased().contains)
            && field.name != "code"
        {
            form.append(field)
        }
        return form
    }
}

extension Site {
    /// Keeps what was typed in a form that came when the password had been given too long ago.
    func keepStaleForm(of request: Request, _ context: SiteContext) async {
        guard let device = context.viewer.device else { return }
        // The answer is about the password; a form that cannot be read is told of when it comes again.
        let note = Logger.Message("A form was not stored")
        do {
            let fields = try await textOfForm(of: request).withoutPasswords.fields.map {
                TypedForm.Field(name: $0.name, value: $0.value)
            }
            let form = TypedForm(path: request.uri.path, fields: fields)
            guard try await !accounts.keep(form, of: device) else { return }
            context.logger.debug(note, metadata: ["path": "\(form.path)"])
        } catch let error as SiteError {
            context.logger.debug(note, metadata: ["error": "\(error)"])
        } catch {
            context.logger.warning(note, metadata: ["error": "\(error)"])
        }
    }
}

extension People {
    /// The form of a page as it was typed before the password was asked for, once.
    ///
    /// - Parameter path: where the form goes.
    /// - Throws: errors of the store.
    func staleForm(at path: SitePath, _ context: SiteContext) async throws -> FormData? {
        let link = links(path)
        return try await staleForm(context) { $0 == link }?.form
    }

    /// One of the forms of a page as it was typed.
    ///
    /// - Throws: errors of the store.
    func staleForm(
        _ context: SiteContext, where isMeant: @escaping @Sendable (_ path: String) -> Bool
    ) async throws -> ReturnedForm? {
        guard let device = context.viewer.device,
            let typed = try await accounts.takeForm(of: device, where: isMeant)
        else { return nil }
        var form = FormData()
        for field in typed.fields {
            form.append(FormData.Field(name: field.name, value: field.value))
        }
        return ReturnedForm(path: typed.path, form: form)
    }

    /// The notice of a page that shows such a form.
    func notices(for request: Request, after staleForm: FormData?) -> [Notice] {
        guard staleForm != nil else { return site.notices(for: request) }
        return [Notice(text: "Nothing was changed yet. What you typed is here: send it again.")]
    }
}
