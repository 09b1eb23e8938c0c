import Backup

/// The page that offers a backup of everything.
struct BackupPage: TemplatePage {
    static let template = "backup/show"

    var layout: LayoutPage
    var path: String
    /// The people as an encrypted file.
    var peoplePath: String
    /// Says how far a download is.
    var progressPath: String
    var compressions: [SelectOption]
    /// `November 21, 2026`, of the last backup that was verified; empty if there is none.
    var lastDay: String
    /// `homeowner-2026-11-21T193012Z.tar.zst, 1.2 GB`
    var lastFile: String
    /// The same as a command.
    var command: String
    /// The command for a schedule, with the folder of the data.
    var keepCommand: String
}

extension BackupPage {
    init(_ last: LastBackup?, command: String, keepCommand: String, _ site: Site) {
        self.init(
            layout: site.layout(
                title: "Backup", topic: .backup, crumbs: [site.settingsCrumb]),
            path: site.links(.backup), peoplePath: site.links(.peopleFile),
            progressPath: site.links(SitePath.backup.json),
            compressions: [
                SelectOption(
                    value: BackupCompression.zstd.rawValue, label: "Zstandard: fast",
                    isSelected: true),
                SelectOption(
                    value: BackupCompression.gzip.rawValue,
                    label: "gzip: slower, every machine unpacks it"),
            ],
            lastDay: last.map { DateText.long($0.made) } ?? "",
            lastFile: last.map { backup in
                "\(backup.path.split(separator: "/").last ?? ""), \(ByteText.text(backup.bytes))"
            } ?? "",
            command: command, keepCommand: keepCommand)
    }
}
