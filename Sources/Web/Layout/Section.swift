/// A section of the application, with its tab. Settings, roles and tokens know it by its name.
struct Section: Sendable {
    /// The name, in addresses and settings.
    let rawValue: String
    let label: String
    /// The name of its icon in the file of icons.
    let icon: String
    /// Its first page.
    let root: SitePath
    /// The lists in it. Default: one, without tabs.
    let subsections: [Subsection]
    /// What its pages are about.
    let topic: GuideTopic

    init(
        _ rawValue: String, _ label: String, icon: String, root: SitePath,
        subsections: [Subsection] = [], topic: GuideTopic
    ) {
        self.rawValue = rawValue
        self.label = label
        self.icon = icon
        self.root = root
        self.subsections = subsections
        self.topic = topic
    }
}

extension Section: Hashable {
    static func == (left: Section, right: Section) -> Bool { left.rawValue == right.rawValue }

    func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}

/// A list inside a section, with its tab.
struct Subsection: Sendable {
    let label: String
    /// Its first page.
    let root: SitePath
    /// What its pages are about, where this is not what the section is about.
    let topic: GuideTopic?
    /// Who may open it, in its section. Default: those who read the section.
    let access: @Sendable (Section) -> Access

    init(
        _ label: String, _ root: SitePath, topic: GuideTopic? = nil,
        access: @escaping @Sendable (Section) -> Access = { .readers(of: $0) }
    ) {
        self.label = label
        self.root = root
        self.topic = topic
        self.access = access
    }
}

extension Subsection: Equatable {
    static func == (left: Subsection, right: Subsection) -> Bool { left.root == right.root }
}
