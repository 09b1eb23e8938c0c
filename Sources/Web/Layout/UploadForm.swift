/// The form that uploads photos or documents.
struct UploadForm: Sendable {
    /// The action of the form.
    var path: String
    /// `Photos`, `Files`.
    var label: String
    /// `PDF, JPEG, PNG, WebP and others, up to 25 MB each`.
    var hint: String
    var accept = PhotoField.acceptedTypes
    /// The kinds of documents; empty for photos.
    var kinds: [SelectOption] = []
    var summary = FaultSummary([])
    var fault = ""

    /// Shows the faults.
    mutating func show(_ refusal: ValidationErrors) {
        summary = refusal.summary
        fault = refusal.message(for: "file") ?? ""
    }
}
