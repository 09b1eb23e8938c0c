/// Something that has just happened, shown once above the page, if possible with a way back.
struct Notice: Sendable {
    var text: String
    /// Saved, but worth a look.
    var isWarning = false
    /// Not done.
    var isFault = false

    var linkPath = ""
    var linkLabel = ""

    /// A form of one button that takes the change back.
    var undoPath = ""
    var undoFields: [HiddenField] = []
}
