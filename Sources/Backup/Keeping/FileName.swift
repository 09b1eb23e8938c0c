import Foundation

/// Names of files that others may remove or reuse.
enum FileName {
    /// Whether a path still leads to an open file.
    static func isOf(_ descriptor: Int32, _ path: String) -> Bool {
        var (file, named) = (stat(), stat())
        return fstat(descriptor, &file) == 0 && lstat(path, &named) == 0
            && file.st_ino == named.st_ino && file.st_dev == named.st_dev
    }
}
