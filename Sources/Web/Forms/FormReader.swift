import HTTPTypes
import Hummingbird
import NIOCore

/// Reads the form of a request, URL-encoded or multipart.
struct FormReader: Sendable {
    let limits: ServerLimits
    /// The folder for uploaded files.
    let folder: String
    /// The maximum number of bytes of a form with files, where it differs from the general limit;
    /// nil for that limit.
    var mostBytes: Int?
    /// The maximum number of fields, where it differs from the general limit; nil for that limit.
    var mostFields: Int?
    /// Called with each file as soon as it is complete, while the rest of the form may still
    /// arrive.
    var fileHasCome: @Sendable (UploadedFile) -> Void = { _ in }

    /// Reads the form.
    ///
    /// - Returns: the form. A file above its limit is among ``FormData/oversizedFiles``.
    /// - Throws: ``SiteError`` 400 for a malformed form, 413 for one above the limits of a whole
    ///   form, 415 for a body that is not a form.
    func read(_ request: Request) async throws -> FormData {
        let type = request.headers[.contentType].map(ContentType.init)
        switch type?.name {
        case "multipart/form-data":
            return try await readMultipart(request, boundary: type?.parameters["boundary"])
        case "application/x-www-form-urlencoded":
            return try await readURLEncoded(request)
        case nil:
            let isEmpty = try await collect(request).isEmpty
            guard isEmpty else {
                throw SiteError.malformed("It has a body and no Content-Type header.")
            }
            return FormData()
        case .some(let name):
            throw SiteError.unsupportedType(
                """
                This is \(name). Send a form: application/x-www-form-urlencoded or \
                multipart/form-data.
                """, mimeType: name)
        }
    }

    // MARK: - URL-encoded

    private func readURLEncoded(_ request: Request) async throws -> FormData {
        let body = try await collect(request)
        let parameters = try Self.decode(body)
        guard parameters.count <= fieldLimit else {
            throw SiteError.tooManyFields(limit: fieldLimit)
        }
        var form = FormData()
        for (name, value) in parameters {
            let name = try FormText.normalized(name, field: name)
            form.append(
                FormData.Field(name: name, value: try FormText.normalized(value, field: name)))
        }
        return form
    }

    private func collect(_ request: Request) async throws -> [UInt8] {
        if let length = Self.contentLength(request), length > limits.formBytes {
            throw SiteError.tooLarge("The form", limit: limits.formBytes, size: length)
        }
        var bytes: [UInt8] = []
        for try await chunk in request.body {
            guard bytes.count + chunk.readableBytes <= limits.formBytes else {
                throw SiteError.tooLarge("The form", limit: limits.formBytes, size: nil)
            }
            bytes.append(contentsOf: chunk.readableBytesView)
        }
        return bytes
    }

    private static func decode(
        _ body: [UInt8]
    ) throws(SiteError) -> [(name: String, value: String)] {
        do {
            return try QueryText.decode(body)
        } catch {
            throw .malformed("Field \(error.position) is not UTF-8 text.")
        }
    }

    // MARK: - Multipart

    private func readMultipart(_ request: Request, boundary: String?) async throws -> FormData {
        guard let boundary, var parser = MultipartParser(boundary: boundary) else {
            throw SiteError.malformed("Its Content-Type has no usable boundary.")
        }
        let most = mostBytes ?? limits.requestBytes
        // The message names the limit of one file, since most forms have one.
        let told = mostBytes ?? limits.uploadBytes
        if let length = Self.contentLength(request), length > most {
            throw SiteError.tooLarge("The upload", limit: told, size: length)
        }
        let collector = FormCollector(
            limits: limits, mostFields: fieldLimit, folder: folder, announce: fileHasCome)
        var byteCount = 0
        do {
            for try await chunk in request.body {
                // A chunked body does not announce its length.
                byteCount += chunk.readableBytes
                guard byteCount <= most else {
                    throw SiteError.tooLarge("The upload", limit: told, size: nil)
                }
                try await collector.take(try parser.parse(chunk))
            }
            try parser.finish()
            return collector.finish()
        } catch let error as MultipartParser.Malformed {
            throw SiteError.malformed(error.description)
        }
    }

    private static func contentLength(_ request: Request) -> Int? {
        request.headers[.contentLength].flatMap { Int($0) }
    }

    private var fieldLimit: Int { mostFields ?? limits.formFields }
}

extension SiteError {
    /// The error for a form with more fields than any page of this site has.
    static func tooManyFields(limit: Int) -> SiteError {
        SiteError(
            status: .contentTooLarge, title: "The form has too many fields",
            detail: "At most \(limit) fields are accepted.", members: [("limit", .int(limit))])
    }
}
