@testable import Web

extension BackupPage {
    static func mock(hasLast: Bool = true) -> BackupPage {
        BackupPage(
            layout: .mock("Backup"), path: "/backup", peoplePath: "/people/file",
            progressPath: "/backup.json",
            compressions: [
                SelectOption(value: "zstd", label: "Zstandard: fast", isSelected: true),
                SelectOption(value: "gzip", label: "gzip: slower, every machine unpacks it"),
            ],
            lastDay: hasLast ? "November 21, 2026" : "",
            lastFile: hasLast ? "homeowner-2026-11-21T193012Z.tar.zst, 1.2 GB" : "",
            command: "curl -OJ -X POST http://localhost:8080/backup",
            keepCommand: "homeowner backup --keep 7 --data ./data FOLDER")
    }
}
