import Backup
import Domain
import Foundation
import HTTPTypes
import Hummingbird
import NIOPosix
import Persistence

extension ImportController {
    /// The file that a form brings, and how it is to be read.
    ///
    /// - Throws: ``FormRefusal``.
    func choice(_ form: FormData) throws -> (ImportReading, UploadedFile) {
        var decoder = FormDecoder(form)
        let reading = try decoder.importReading(at: place)
        if let file = form.oversizedFile("file") {
            let hint =
                "; “homeowner import FILE” takes one of any size, and a server that was started with "
                + "--max-upload-mb a larger file"
            throw file.refusal(label: "File", hint: hint)
        }
        let upload = form.file("file")
        if upload == nil {
            decoder.fail("file", "File", "choose one (curl: -F file=@customers.csv)")
        }
        guard decoder.faults.isEmpty, let upload else {
            throw FormRefusal(faults: decoder.faults)
        }
        return (reading, upload)
    }

    /// Reads a file, and finds out what it would do.
    ///
    /// - Throws: ``FormRefusal`` for a file that is none of those that are read, or that does what the viewer
    ///   may not do.
    func look(
        at path: String, named name: String, _ reading: ImportReading, for viewer: Viewer,
        _ progress: ImportProgress = ImportProgress()
    ) async throws -> LookedFile {
        do {
            let table = try await read(path, name, reading, progress)
            // Whoever may change the sales may not change everything.
            guard place.kinds.contains(table.kind) else {
                throw Self.refusal(place.refusal(of: table.kind))
            }
            // An item that is sold changes in the inventory.
            guard !table.namesItems || viewer.may(.editors(of: .inventory)) else {
                throw Self.refusal(
                    "it has items of the inventory, which you may not change: leave itemKey out")
            }
            let file = try await household.makingThumbnails(of: table, progress: progress)
            return .plan(file, try await household.plan(file, progress: progress))
        } catch let fault as ImportFault where place == .everything && fault.isOfColumns {
            return .unclear(fault, try await outline(path, name, reading))
        } catch let fault as CSVFault {
            var refusal = Self.refusal(fault.description)
            if case .largeFile(let size, let limit) = fault {
                refusal.status = .contentTooLarge
                refusal.members = [("limit", .int(limit)), ("size", .int(size))]
            }
            throw refusal
        } catch let fault as ImportFault {
            throw Self.refusal(fault.description)
        } catch let error as BackupError {
            throw Self.refusal(named(error.description, path, name))
        } catch let error as PersistenceError {
            throw Self.refusal(named("The store cannot be read: \(error)", path, name))
        }
    }

    /// The columns of a file, and where they go.
    ///
    /// - Throws: as reading it does.
    func outline(
        _ path: String, _ name: String, _ reading: ImportReading
    ) async throws -> ImportOutline {
        let source = ImportSource(
            path: path, named: name, scratch: household.directory.incoming)
        return try await NIOThreadPool.singleton.runIfActive { try source.outline(reading) }
    }

    /// Reads a table, or, where everything is imported, a store.
    private func read(
        _ path: String, _ name: String, _ reading: ImportReading, _ progress: ImportProgress
    ) async throws -> ImportFile {
        let source = ImportSource(
            path: path, named: name, scratch: household.directory.incoming)
        let place = place
        return try await NIOThreadPool.singleton.runIfActive {
            guard place == .sales else { return try source.file(reading, progress: progress) }
            return try ImportFile(
                contentsOf: path, named: name, kind: reading.kind, mapping: reading.mapping,
                progress: progress)
        }
    }

    /// A sentence without places of the server: the file is called as whoever sent it calls it.
    private func named(_ text: String, _ path: String, _ name: String) -> String {
        var shown = ""
        var rest = text.replacing(path, with: name)[...]
        while let place = rest.range(of: household.directory.path) {
            shown += rest[..<place.lowerBound] + name
            rest = rest[place.upperBound...].drop { !" :,;”".contains($0) }
        }
        return shown + rest
    }

    private static func refusal(_ message: String) -> FormRefusal {
        FormRefusal(faults: [FormFault(field: "file", label: "File", message: message)])
    }

    /// Asks where the columns of a file go.
    ///
    /// - Parameter token: what stands for the file; nil for one that is not kept.
    func ask(
        _ fault: ImportFault, _ outline: ImportOutline, token: String?, _ request: Request,
        _ context: SiteContext
    ) throws -> Response {
        var refusal = Self.refusal(fault.description)
        refusal.members = [
            ("mapping", .string(token.map { site.links(.importMapping($0)) })),
            ("columns", .array(outline.columns.map { .string($0.name) })),
            ("entities", .array(outline.entities.map { .string($0) })),
        ]
        guard !request.wantsJSON, let token else {
            throw refusal.error("The file was not read")
        }
        let page = ImportMappingPage(outline, fault, token: token, site, place)
        return try site.renderer.response(page, status: .unprocessableContent, context: context)
    }
}

extension FormDecoder {
    /// How a file is to be read: `kind` (or `section`), `entity`, and `map`, which may come several
    /// times, with lines as `Their name=itemName`.
    ///
    /// - Throws: ``FormRefusal`` for a line that says nothing.
    mutating func importReading(at place: ImportPlace) throws -> ImportReading {
        var reading = ImportReading()
        let field = form["section"] == nil ? "kind" : "section"
        reading.kind = choice(field, label: "What it holds", of: ImportKind.self).value
        if let kind = reading.kind, !place.kinds.contains(kind) {
            fail(field, "What it holds", place.refusal(of: kind))
        }
        reading.entity = line("entity", label: "Entity", limit: 200).value
        do {
            reading.mapping = try ColumnMapping(form.values("map").joined(separator: "\n"))
        } catch {
            throw FormRefusal(faults: [
                FormFault(
                    field: "map", label: "Where columns go", message: error.description)
            ])
        }
        return reading
    }
}

extension ImportMappingPage {
    init(
        _ outline: ImportOutline, _ fault: ImportFault, token: String, _ site: Site,
        _ place: ImportPlace
    ) {
        self.init(
            layout: site.layout(
                title: "Where the columns go", section: place.section, topic: .importing,
                crumbs: place.crumbs(site.links)),
            name: "Where the columns go", fault: fault.description,
            mapping: ImportMappingForm(
                outline, path: site.links(.importMapping(token)), isOpen: true, place),
            newPath: site.links(place.root))
    }
}
