import HTTPTypes
import Imaging

extension FormRefusal {
    /// The answer to a picture that cannot be used.
    ///
    /// - Throws: the error itself if the fault is on this side.
    init(ofPicture error: ImagingError, field: String, label: String) throws {
        self.init(faults: [
            FormFault(field: field, label: label, message: error.description)
        ])
        switch error {
        case .unsupported(let kind):
            status = .unsupportedMediaType
            members = [("type_found", .string(kind.mimeType))]
        case .tooManyBytes(let limit, let size):
            status = .contentTooLarge
            members = [("limit", .int(limit)), ("size", .int(size))]
        case .tooManyPixels(let limit, let width, let height):
            status = .contentTooLarge
            members = [("limit", .int(limit)), ("width", .int(width)), ("height", .int(height))]
        case .broken, .empty: break
        case .busy(let seconds):
            status = .serviceUnavailable
            headers = [.retryAfter: String(seconds)]
        case .unreadable: throw error
        }
    }
}
