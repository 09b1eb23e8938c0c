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
            configuration,
            templates: TemplateFolder(configuration.viewsDirectory, requiring: TemplateNames.all))
    }

    init(_ configuration: AppConfiguration, templates: TemplateFolder) throws {
        files = try PublicFiles(folder: configuration.publicDirectory)
        renderer = Renderer(templates)
    }
}
