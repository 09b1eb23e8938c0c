import Mustache

/// A tab: a section of the application, or a list inside a section.
struct SectionLink: Sendable, MustacheParent {
    var label: String
    var path: String
    /// The address of the icon with its fragment (`/icons/icons.svg?v=1#i-box`); empty inside a section.
    var iconPath = ""
    /// Whether the page shown belongs to this tab.
    var isCurrent = false
    /// Whether a phone shows it behind “More”.
    var isFurther = false
    /// Who may open it.
    var access = Access.everybody

    func child(named name: String) -> Any? {
        switch name {
        case "label": label
        case "path": path
        case "iconPath": iconPath
        case "isCurrent": isCurrent
        case "isFurther": isFurther
        case "access": access
        default: nil
        }
    }
}
