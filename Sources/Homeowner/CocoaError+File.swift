import Domain
import Foundation

extension CocoaError {
    /// The error's file with the system's reason; nil unless both are known.
    var fileError: FileError? {
        guard let path = filePath ?? url?.path ?? userInfo[NSFilePathErrorKey] as? String else {
            return nil
        }
        // Foundation has the system's error in either form.
        switch userInfo[NSUnderlyingErrorKey] {
        case let cause as POSIXError:
            return FileError(path: path, code: cause.code.rawValue)
        case let cause as NSError where cause.domain == NSPOSIXErrorDomain:
            return FileError(path: path, code: Int32(cause.code))
        default: return nil
        }
    }
}
