import Backup
import Domain
import Foundation
import HTTPTypes
import Hummingbird
import NIOPosix
import Persistence

extension ImportController {
    /// The file of a form, and the choices about reading it.
    ///
    /// - Throws: ``ValidationErrors``.
    func choice(_ form: FormData) throws -> (ImportReading, UploadedFile) {
        var decoder = FormDecoder(form)
        let reading = try decoder.importReading(
            at: place, after: ImportReading(household.importKinds))
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
            throw ValidationErrors(faults: decoder.faults)
        }
        return (reading, upload)
    }

    /// Reads a file and determines its effects.
    ///
    /// - Throws: ``ValidationErrors`` for a file that cannot be imported, or whose effects the user has
    ///   no access for.
    func preview(
        at path: String, named name: String, _ reading: ImportReading, for viewer: Viewer,
        _ progress: ImportProgress = ImportProgress()
    ) async throws -> ImportPreview {
        do {
            let table = try await read(path, name, reading, progress)
            // The access to sales does not include other kinds of records.
            guard place.takes(table.kind) else {
                throw Self.refusal(place.refusal(of: table.kind))
            }
            // A sale of an item also changes the inventory.
            guard !table.rows.namesItems || viewer.may(.editors(of: .inventory)) else {
                throw Self.refusal(
                    "it has items of the inventory, which you may not change: leave itemKey out")
            }
            let file = try await household.makingThumbnails(of: table, progress: progress)
            return .plan(file, try await household.plan(file, progress: progress))
        } catch let fault as ImportFault where place == .everything && fault.isOfColumns {
            return .unclear(fault, try await outline(path, name, reading))
        } catch let fault as CSVFault {
            if case .unknownEncoding(let samples, _) = fault {
                return try await undecoded(fault, samples, path, name, reading)
            }
            var refusal = Self.refusal(fault.description)
            if case .largeFile(let size, let limit) = fault {
                refusal.status = .contentTooLarge
                refusal.members = [("limit", .int(limit)), ("size", .int(size))]
            }
            throw refusal
        } catch let fault as ImportFault {
            throw Self.refusal(fault.sentence, of: fault.field)
        } catch let error as BackupError {
            throw Self.refusal(named(error.description, path, name))
        } catch let error as PersistenceError {
            throw Self.refusal(named("The store cannot be read: \(error)", path, name))
        }
    }

    /// A file whose encoding must be chosen.
    ///
    /// - Throws: ``ValidationErrors`` if no encoding fits, or if it may contain a card number, because
    ///   such a file is not stored to wait for an answer.
    private func undecoded(
        _ fault: CSVFault, _ samples: [EncodingSample], _ path: String, _ name: String,
        _ reading: ImportReading
    ) async throws -> ImportPreview {
        let refusal = Self.refusal(fault.description)
        guard let first = samples.first else { throw refusal }
        var reading = reading
        reading.encoding = first.encoding
        do {
            guard try await !outline(path, name, reading).hasCardNumber else { throw refusal }
        } catch is CSVFault { throw refusal } catch is ImportFault { throw refusal }
        return .undecoded(fault, samples)
    }

    /// The columns of a file and the attributes that they are imported to.
    ///
    /// - Throws: the errors of reading it.
    func outline(
        _ path: String, _ name: String, _ reading: ImportReading
    ) async throws -> ImportOutline {
        let source = ImportSource(path: path, named: name, scratch: household.directory.incoming)
        return try await NIOThreadPool.singleton.runIfActive { try source.outline(reading) }
    }

    /// Reads a table or, on the page for everything, a store.
    private func read(
        _ path: String, _ name: String, _ reading: ImportReading, _ progress: ImportProgress
    ) async throws -> ImportFile {
        let source = ImportSource(path: path, named: name, scratch: household.directory.incoming)
        let place = place
        return try await NIOThreadPool.singleton.runIfActive {
            guard place == .sales else { return try source.file(reading, progress: progress) }
            return try ImportFile(
                contentsOf: path, named: name, reading: reading, progress: progress)
        }
    }

    /// The message with the original name of the file instead of its path on the server.
    private func named(_ text: String, _ path: String, _ name: String) -> String {
        var shown = ""
        var rest = text.replacing(path, with: name)[...]
        while let place = rest.range(of: household.directory.path) {
            shown += rest[..<place.lowerBound] + name
            rest = rest[place.upperBound...].drop { !" :,;”".contains($0) }
        }
        return shown + rest
    }

    private static func refusal(
        _ message: String, of field: ImportFault.Field = .file
    ) -> ValidationErrors {
        ValidationErrors(field.rawValue, field.label, message)
    }

    /// The form for choices about reading the file; nil for none, or if the upload is not stored.
    func mappingForm(
        _ token: String, of file: ImportFile, _ plan: ImportPlan
    ) throws -> ImportMappingForm? {
        guard let source = try place.source(of: token, in: household.imports) else { return nil }
        var form = ImportMappingForm(
            file.outline, path: site.links(place.mapping(token)),
            isOpen: !file.ignoredColumns.isEmpty, place, household.importKinds)
        form.show(file.outline.encodings, chosen: source.reading.encoding)
        form.show(file.openDayColumns.filter { plan.counts.refused > 0 || $0.order != nil })
        return form.isNeeded ? form : nil
    }

    /// The page that asks how a file is read: the targets of its columns, or its encoding.
    func ask(
        _ preview: ImportPreview, _ token: String, _ request: Request, _ context: SiteContext
    ) throws -> Response {
        let path = preview.hasCardNumber ? nil : site.links(place.mapping(token))
        let (fault, name, words): (String, String, String)
        let members: [(name: String, value: JSONValue)]
        let mapping: ImportMappingForm
        var field = ImportFault.Field.file
        switch preview {
        case .unclear(let unclear, let outline):
            field = unclear.field
            fault = unclear.sentence
            members = [
                ("columns", .array(outline.columns.map { .string($0.name) })),
                ("entities", .array(outline.entities.map { .string($0) })),
            ]
            name = "Match the columns"
            words = "Choose where each column goes, then preview the import."
            mapping = ImportMappingForm(
                outline, path: path ?? "", isOpen: true, place, household.importKinds)
        case .undecoded(let undecoded, let samples):
            fault = undecoded.description
            let encodings = samples.map {
                JSONValue.object([
                    ("encoding", .string($0.encoding.rawValue)), ("sample", .string($0.text)),
                ])
            }
            members = [("encodings", .array(encodings))]
            name = "Character encoding"
            words = "Choose the line that reads correctly, then preview the import."
            mapping = ImportMappingForm(samples, path: path ?? "")
        case .plan: return try gone(token, request)
        }
        guard !request.wantsJSON, path != nil else {
            var refusal = Self.refusal(fault, of: field)
            refusal.members = [("mapping", .string(path))] + members
            throw refusal.error("The file was not read")
        }
        let page = ImportMappingPage(
            layout: site.layout(
                title: name, section: place.section, topic: .importing,
                crumbs: place.crumbs(site.links)), name: name, words: words, fault: fault,
            mapping: mapping, newPath: site.links(place.root))
        return try site.renderer.response(page, status: .unprocessableContent, context: context)
    }
}

extension FormDecoder {
    /// The choices about reading a file: `kind` (or `section`), `entity`, `encoding`, `map`, which
    /// may be repeated, with lines such as `Their name=itemName`, and `dates`, with lines such as
    /// `day-first` or `Their name=month-first`.
    ///
    /// - Parameter former: the former choices, which apply if the form has none.
    /// - Throws: ``ValidationErrors`` for an invalid line.
    mutating func importReading(
        at place: ImportPlace, after former: ImportReading
    ) throws -> ImportReading {
        var reading = former
        let field = form["section"] == nil ? "kind" : "section"
        if form[field] != nil {
            let kinds = former.kinds.map { (name: $0.rawValue, value: $0) }
            reading.kind = choice(field, label: "Contents", among: kinds).value
        }
        if let kind = reading.kind, !place.takes(kind) {
            fail(field, "Contents", place.refusal(of: kind))
        }
        if form["entity"] != nil {
            reading.entity = line("entity", label: "Entity", limit: 200).value
        }
        if let name = line("encoding", label: "Characters", limit: 40).value {
            reading.encoding = CSVEncoding(named: name)
            if reading.encoding == nil {
                let names = CSVEncoding.allCases.map(\.rawValue).joined(separator: ", ")
                fail("encoding", "Characters", "“\(name)” is not one of \(names)")
            }
        }
        if let lines = try lines(.map, ColumnMapping.init) { reading.mapping = lines }
        if let lines = try lines(.dates, DayOrders.init) { reading.dayOrders = lines }
        return reading
    }

    /// The values of a field's lines; nil if the form has no such field.
    private func lines<Value>(
        _ field: ImportFault.Field, _ read: (String) throws(ImportFault) -> Value
    ) throws -> Value? {
        let name = field.rawValue
        guard form[name] != nil else { return nil }
        do throws(ImportFault) { return try read(form.values(name).joined(separator: "\n")) } catch
        {
            throw ValidationErrors(name, field.label, error.description)
        }
    }
}

extension ImportFault {
    /// A field of the form for a file.
    enum Field: String {
        case file, map, dates

        var label: String {
            switch self {
            case .file: "File"
            case .map: "Where columns go"
            case .dates: "Days"
            }
        }
    }

    /// The field that it is about.
    var field: Field {
        switch self {
        case .noMapping, .noMappedColumn: .map
        case .noDayOrder, .noDayColumn: .dates
        default: .file
        }
    }
}
