import Domain
import Foundation

/// The people as an encrypted file: to take away, and to bring in.
struct PeopleFilePage: TemplatePage {
    static let template = "people/file"

    var layout: LayoutPage
    var path: String
    var importPath: String
    /// Whether there is nobody yet, and nothing to take away.
    var isFirst: Bool
    var summary: FaultSummary
    /// The passphrase of a new file.
    var passphrase: FormField
    var passphraseAgain: FormField
    /// One that is offered.
    var offered: String
    var file: FormField
    /// The passphrase of the file that is brought in.
    var filePassphrase: FormField
    var existing: FormField
    var keeps: Bool
    var replaces: Bool
}

extension PeopleFilePage {
    init(
        _ people: People, isFirst: Bool, existing: Accounts.Existing? = nil,
        _ refusal: FormRefusal? = nil
    ) {
        let links = people.links
        func field(_ name: String) -> FormField { FormField(fault: refusal?.message(for: name)) }
        self.init(
            layout: people.site.layout(
                title: "People as a file", topic: .people,
                crumbs: [
                    people.site.settingsCrumb, PathLink(label: "People", path: links(.people)),
                ]),
            path: links(.peopleFile), importPath: links(.importPeople), isFirst: isFirst,
            summary: refusal?.summary ?? FaultSummary(), passphrase: field("passphrase"),
            passphraseAgain: field("passphraseAgain"), offered: Passphrase.make(),
            file: field("file"), filePassphrase: field("filePassphrase"),
            existing: field("existing"), keeps: existing == .keep, replaces: existing == .replace)
    }
}
