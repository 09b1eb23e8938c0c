import Mustache

/// Something that has just happened, shown once above the page, if possible with a way back.
struct Notice: Sendable {
    var text: String
    /// Saved, but worth a look.
    var isWarning = false
    /// Not done.
    var isFault = false

    var hasLink = false
    var linkPath = ""
    var linkLabel = ""

    /// A form of one button that takes the change back.
    var hasUndo = false
    var undoPath = ""
    var undoFields: [HiddenField] = []
}

extension Notice: MustacheParent {
    func child(named name: String) -> Any? {
        switch name {
        case "text": text
        case "isWarning": isWarning
        case "isFault": isFault
        case "hasLink": hasLink
        case "linkPath": linkPath
        case "linkLabel": linkLabel
        case "hasUndo": hasUndo
        case "undoPath": undoPath
        case "undoFields": undoFields
        default: nil
        }
    }
}
