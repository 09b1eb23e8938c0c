import Domain
import Hummingbird
import Imaging
import Persistence

/// The lists of places and of photos, and uploads to a place.
struct PlacesController: RouteProvider {
    let album: PhotoAlbum

    private var site: Site { album.site }

    private static let name = FieldDescription(
        "name", "Name", .line(limit: 200), isRequired: true,
        hint: "Where the photographs were taken. It becomes a folder of that name")

    func addRoutes(to routes: inout SiteRoutes) {
        for view in [PlaceView.all, .favorites] {
            let places = album.places(view)
            routes.addList(at: places.paths.list, by: .readers(of: .places), of: places)
        }
        routes.addList(
            at: .place("{id}"), by: .readers(of: .places), of: album.photos(.place(0))
        ) {
            album.photos(.place(try $0.recordNumber))
        }
        routes.addList(
            at: .favorites(of: "{id}"), by: .readers(of: .places), of: album.photos(.favorites(0))
        ) {
            album.photos(.favorites(try $0.recordNumber))
        }
        routes.addList(
            at: .recents, by: .readers(of: .places), of: album.photos(.recents))
        routes.post(
            .placePhotos("{id}"), by: .editors(of: .places),
            as: .form(.file("photo", several: true), gives: .records(Photo.schema)).adding,
            use: add)
        routes.get(.newPlace, by: .editors(of: .places), use: new)
        routes.post(.places, by: .editors(of: .places), as: .form("name").adding, use: create)
    }

    private func add(_ request: Request, _ context: SiteContext) async throws -> Response {
        let number = try context.recordNumber
        let photos = album.photos(.place(number))
        try await site.household.container.read { try photos.checkOwner(in: $0) }
        let form = try await site.form(of: request, fileField: PhotoUpload.field)
        return try await site.answer(request, context, orRefuse: "The photos were not added") {
            let added = try await form.allOrNone(PhotoUpload.field) {
                try await PhotoUpload(form).add(to: number, album.library)
            }
            let documents = try await site.household.container.read { records in
                try added.map { try photos.json(of: photos.existing($0, in: records), in: records) }
            }
            return site.changed(
                .object([("records", .array(documents))]), status: .created, at: .place(number),
                after: request, flash: .photosAdded)
        } showing: { refusal in
            var page = try await site.household.container.read { records in
                try photos.indexPage(ListRequest(), in: records)
            }
            page.show(refusal)
            return page
        }
    }

    // MARK: - New albums

    private func new(_ request: Request, _ context: SiteContext) async throws -> Response {
        try site.renderer.response(page(), context: context)
    }

    private func create(_ request: Request, _ context: SiteContext) async throws -> Response {
        let form = try await site.form(of: request)
        var decoder = FormDecoder(form)
        let name = decoder.requiredLine("name", label: "Name", isNew: true, limit: 200)
        return try await site.answer(request, context, orRefuse: "The album was not added") {
            guard let name = name.value else { throw ValidationErrors(faults: decoder.faults) }
            let number = try await Submission.changing { try await add(name) }
            let places = album.places(.all)
            let place = try await site.household.container.read { records in
                try places.json(places.values(places.existing(number, in: records), in: records))
            }
            return site.changed(
                place, status: .created, at: .place(number), after: request,
                flash: .placeAdded)
        } showing: { refusal in
            return page(form["name"] ?? "", refusal)
        }
    }

    private func add(_ name: String) async throws -> Int64 {
        func refusal(_ message: String) -> ValidationErrors {
            ValidationErrors("name", "Name", message)
        }
        do {
            return try await album.library.addPlace(named: name)
        } catch PhotoLibrary.UnusableName.noFolderName {
            throw refusal("a folder cannot have this name; leave out / and a leading dot")
        } catch PhotoLibrary.UnusableName.isTaken {
            throw refusal("there is an album “\(name)” already")
        } catch PhotoLibrary.UnusableName.noFolder(let reason) {
            throw refusal("its folder cannot be created: \(reason)")
        }
    }

    private func page(_ typed: String = "", _ refusal: ValidationErrors? = nil) -> RecordFormPage {
        let links = album.links
        var field = RecordFormField(
            Self.name, value: typed, shown: nil, options: [], refusal)
        field.hasFocus = refusal == nil
        return RecordFormPage(
            layout: site.layout(
                title: "New album", section: .places,
                crumbs: [PathLink(label: Subsection.places.label, path: links(.places))]),
            heading: "New album",
            form: RecordForm(
                path: links(.places), cancelPath: links(.places), saveLabel: "Create album",
                summary: refusal?.summary ?? FaultSummary(), fields: [field]))
    }
}

/// Photos uploaded to a place.
struct PhotoUpload: Sendable {
    /// The name of the file field.
    static let field = "photo"
    /// The maximum number of files in one form.
    static let mostFiles = 100

    private let files: [UploadedFile]

    /// Reads the files of a form.
    ///
    /// - Throws: ``ValidationErrors`` if there is none, there are too many, or one is too large.
    init(_ form: FormData) throws {
        files = try form.files(
            Self.field, label: "Photos", atMost: Self.mostFiles,
            hint: "send them as files (curl: -F photo=@beach.jpg)")
    }

    /// Adds all photos, or none if one is unusable.
    ///
    /// - Returns: the numbers of their records.
    /// - Throws: ``ValidationErrors``.
    func add(to place: Int64, _ library: PhotoLibrary) async throws -> [Int64] {
        do {
            return try await Submission.changing {
                try await library.add(files.map { ($0.path, $0.fileName) }, to: place)
            }
        } catch let unusable as PhotoLibrary.UnusablePhoto {
            let label = files.count > 1 ? "“\(unusable.name)”" : "Photos"
            throw try ValidationErrors(ofPicture: unusable.reason, field: Self.field, label: label)
        } catch let error as PhotoSourceError {
            throw ValidationErrors(Self.field, "Photos", error.description)
        }
    }
}
