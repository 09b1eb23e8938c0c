import Foundation

extension StoreOpenFailure {
    /// The failure for an error number of the operating system.
    init(systemError: Int32, path: String) {
        let text = "\(path): \(String(cString: strerror(systemError)))"
        switch systemError {
        case EACCES, EPERM, EROFS: self = .noPermission(text)
        case ENOSPC, EDQUOT: self = .noSpace
        default: self = .other(text)
        }
    }
}
