/// The model of a partial that is rendered by itself, so that its text can be kept.
protocol TemplateFragment: Sendable {
    /// The name of the template below `Views/`, without its extension.
    static var template: String { get }
}
