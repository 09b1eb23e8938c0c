import Synchronization

/// What was typed in a form that could not be answered as it was meant, through no fault of the form: the page
/// that says so holds it, ready to be sent again.
struct SentForm: Sendable {
    /// A field as a person knows it.
    struct Typed: Sendable {
        var label: String
        var value: String
    }

    /// All fields, those that nobody sees among them.
    var fields: [HiddenField]
    /// Those that somebody has filled in.
    var typed: [Typed]
    var hasTyped: Bool
    /// What is said of files, which are not kept; empty without any.
    var aboutFiles: String
    var hasFiles: Bool

    init(_ form: FormData) {
        fields = form.fields.map { HiddenField(name: $0.name, value: $0.value) }
        typed = form.fields.filter { Self.isTyped($0) }.map {
            Typed(label: FormText.label(of: $0.name), value: $0.value)
        }
        hasTyped = !typed.isEmpty
        let names = form.files.map(\.fileName).filter { !$0.isEmpty }
        hasFiles = !names.isEmpty
        aboutFiles = Self.words(ofFiles: names)
    }

    /// What is said of files by their names; empty without any.
    static func words(ofFiles names: [String]) -> String {
        guard !names.isEmpty else { return "" }
        return
            "Files are not kept here (\(names.joined(separator: ", "))): choose them again afterwards, or go back "
            + "in the browser and send the form from there."
    }

    private static func isTyped(_ field: FormData.Field) -> Bool {
        !field.value.isEmpty && PostedForm.shownField(field.name) == nil
            && ![TakenForms.field, "version"].contains(field.name)
    }
}

/// Remembers the form of the request that is being answered.
final class FormMemory: Sendable {
    /// The one of the calling task; nil where a request has no form.
    @TaskLocal static var current: FormMemory?

    private let kept = Mutex<SentForm?>(nil)

    /// The form, once it was read.
    var form: SentForm? { kept.withLock { $0 } }

    func note(_ form: FormData) {
        let sent = SentForm(form)
        kept.withLock { $0 = sent }
    }
}
