import Backup

extension OverviewPage {
    /// Adds when the last backup was made that was proved to be whole.
    mutating func add(_ backup: LastBackup?, _ links: SiteLinks) {
        backupPath = links(.backup)
        backupText =
            backup.map { "The last verified backup is of \(DateText.long($0.made))" }
            ?? "Make a backup of everything"
    }
}
