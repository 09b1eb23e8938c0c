/// What a site is made of besides its records: the templates and the public files.
struct SiteResources: Sendable {
    let files: PublicFiles
    let renderer: Renderer

    /// Reads both.
    ///
    /// - Throws: ``ConfigurationError`` that names the folder, file or template that is not as it
    ///   should be.
    init(_ configuration: AppConfiguration) throws {
        try self.init(
            files: PublicFiles(folder: configuration.publicDirectory),
            templates: TemplateFolder(configuration.viewsDirectory, requiring: TemplateNames.all))
    }

    init(files: PublicFiles, templates: TemplateFolder) {
        self.files = files
        renderer = Renderer(templates)
    }
}
