@testable import Web

extension RecordHead {
    static func mock(
        _ title: String, at path: String, version: Int = 1, editLabel: String = "Edit",
        isCopied: Bool = false
    ) -> RecordHead {
        RecordHead(
            title: title, editLabel: editLabel, editPath: path + "/edit",
            copyPath: isCopied ? path + "/copy" : "", deletePath: path + "/delete",
            jsonPath: path + ".json", version: String(version))
    }
}
