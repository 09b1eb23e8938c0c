import Domain
import Foundation

extension CocoaError {
    /// The file that it is about, with the system's reason; nil if it does not say both.
    var fileError: FileError? {
        guard let path = filePath ?? url?.path,
            let cause = userInfo[NSUnderlyingErrorKey] as? NSError,
            cause.domain == NSPOSIXErrorDomain
        else { return nil }
        return FileError(path: path, code: Int32(cause.code))
    }
}
