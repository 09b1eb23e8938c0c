import HTTPTypes
import Hummingbird
import NIOCore

/// Reads the form of a request, of either kind that browsers and curl send.
struct FormReader: Sendable {
    let limits: ServerLimits
    /// The folder for files on their way in.
    let folder: String
    /// Bytes of a whole form with files, where it may have more than others; nil for the limit of all.
    var mostBytes: Int?
    /// Fields of the form, where it may have more than others; nil for the limit of all.
    var mostFields: Int?
    /// Is told of each file as soon as it has come, while the rest of the form may still be on its way.
    var fileHasCome: @Sendable (UploadedFile) -> Void = { _ in }

    /// Reads the form.
    ///
    /// - Returns: the form; a file above its limit is among ``FormData/oversizedFiles``.
    /// - Throws: ``SiteError`` 400 for a malformed form, 413 for one above the limits of a whole
    ///   form, 415 for something that is no form.
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
        // A person is told of the limit of the one file that most forms have.
        let told = mostBytes ?? limits.uploadBytes
        if let length = Self.contentLength(request), length > most {
            throw SiteError.tooLarge("The upload", limit: told, size: length)
        }
        let collector = FormCollector(
            limits: limits, mostFields: fieldLimit, folder: folder, announce: fileHasCome)
        var byteCount = 0
        do {
            for try await chunk in request.body {
                // A body of chunks has not said how long it is.
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
    /// A form with more fields than any page of this site has.
    static func tooManyFields(limit: Int) -> SiteError {
        SiteError(
            status: .contentTooLarge, title: "The form has too many fields",
            detail: "At most \(limit) fields are accepted.", members: [("limit", .int(limit))])
    }
}
