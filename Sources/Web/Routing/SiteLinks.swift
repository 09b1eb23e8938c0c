/// Turns addresses of the site into links, with the base path.
struct SiteLinks: Sendable {
    let basePath: BasePath

    /// The link to an address.
    func callAsFunction(_ address: SitePath) -> String {
        let fragment = address.fragment.isEmpty ? "" : "#" + address.fragment
        return basePath.path + address.path + fragment
    }
}

/// The resources of a site: the templates, the texts of documents and the public files.
struct SiteResources: Sendable {
    let files: PublicFiles
    var renderer: Renderer
    let papers: PaperLanguages

    /// Reads all of them.
    ///
    /// - Throws: ``ConfigurationError`` that names the folder, file or template with the fault.
    init(_ configuration: AppConfiguration) throws {
        try self.init(
            files: PublicFiles(folder: configuration.publicDirectory),
            templates: TemplateFolder(configuration.viewsDirectory, requiring: TemplateNames.all),
            papers: PaperLanguages(
                "\(configuration.viewsDirectory)/\(PaperLanguages.folder)"))
    }

    init(files: PublicFiles, templates: TemplateFolder, papers: PaperLanguages) {
        self.files = files
        self.papers = papers
        renderer = Renderer(templates, with: papers)
    }
}
