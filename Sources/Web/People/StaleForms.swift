import Domain
import Foundation
import Hummingbird
import Logging

/// A form posted when the last sign-in was too long ago. After the password was given, its page
/// shows the input again, without passwords and codes.
struct ReturnedForm: Sendable {
    /// The address of the form.
    let path: String
    let form: FormData
}

extension FormData {
    /// The fields without passwords and codes.
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
    /// Stores the input of a form that was posted when the last sign-in was too long ago.
    func keepStaleForm(of request: Request, _ context: SiteContext) async {
        guard let device = context.viewer.device else { return }
        // The response is about the password. An unreadable form is rejected when it is posted
        // again.
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
    /// The form of a page as it was typed before the password was asked for. It is returned once.
    ///
    /// - Parameter path: the action of the form.
    /// - Throws: errors of the store.
    func staleForm(at path: SitePath, _ context: SiteContext) async throws -> FormData? {
        let link = links(path)
        return try await staleForm(context) { $0 == link }?.form
    }

    /// One of several forms of a page.
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
