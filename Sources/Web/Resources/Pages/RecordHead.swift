/// What the pages of records have in common: what the record is called, what may be done with it
/// (`records/_edit`, `records/_delete`), and what stands at the foot (`records/_foot`).
struct RecordHead: Sendable {
    var title: String
    /// `Edit`, `Rename`.
    var editLabel = "Edit"
    var editPath: String
    var deletePath: String
    var jsonPath: String
    /// How often it was saved.
    var version: String
}

extension ShownResource {
    /// The head of the page of a record.
    ///
    /// - Parameter title: the heading. Default: what people call the record.
    func head(
        of values: Values, title: String? = nil, editLabel: String = "Edit"
    ) -> RecordHead {
        let number = values.recordNumber
        return RecordHead(
            title: title ?? values.title, editLabel: editLabel, editPath: links(paths.edit(number)),
            deletePath: links(paths.delete(number)), jsonPath: links(paths.record(number).json),
            version: String(values.rowVersion))
    }
}
