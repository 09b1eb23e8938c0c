/// The field of an asset type.
struct AssetTypeForm: Sendable {
    /// Where the form is posted.
    var path: String
    var cancelPath: String
    /// The version that the form was filled from; not sent by a new one.
    var version = ""
    var hasVersion = false
    var summary = FaultSummary()
    var label = FormField()
}
