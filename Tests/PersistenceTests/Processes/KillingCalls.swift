import Foundation

/// The system calls for files that this library makes outside of SQLite, counted like SQLite's own
/// in `KillingFiles`: these functions shadow those of the C library.
private enum SystemCall {
    typealias Write = @convention(c) (Int32, UnsafeRawPointer?, Int) -> Int
    typealias Sync = @convention(c) (Int32) -> Int32
    typealias Remove = @convention(c) (UnsafePointer<CChar>?) -> Int32
    typealias Rename = @convention(c) (UnsafePointer<CChar>?, UnsafePointer<CChar>?) -> Int32

    static let write = find("write", as: Write.self)
    static let fsync = find("fsync", as: Sync.self)
    static let unlink = find("unlink", as: Remove.self)
    static let rename = find("rename", as: Rename.self)

    private static func find<T>(_ name: String, as type: T.Type) -> T? {
        // RTLD_NEXT, which is a macro in C.
        dlsym(UnsafeMutableRawPointer(bitPattern: -1), name).map { unsafeBitCast($0, to: type) }
    }
}

@_cdecl("write")
func killingWrite(_ file: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    // Output to a terminal is not a write to a store.
    guard file > 2 else { return SystemCall.write?(file, bytes, count) ?? -1 }
    var done = 0
    if KillingFiles.isInterrupting { done = max(SystemCall.write?(file, bytes, count / 2) ?? 0, 0) }
    KillingFiles.count()
    let rest = SystemCall.write?(file, bytes.map { $0 + done }, count - done) ?? -1
    return rest < 0 ? rest : done + rest
}

@_cdecl("fsync")
func killingSync(_ file: Int32) -> Int32 {
    KillingFiles.count()
    return SystemCall.fsync?(file) ?? -1
}

@_cdecl("unlink")
func killingRemove(_ path: UnsafePointer<CChar>?) -> Int32 {
    KillingFiles.count()
    return SystemCall.unlink?(path) ?? -1
}

@_cdecl("rename")
func killingRename(_ old: UnsafePointer<CChar>?, _ new: UnsafePointer<CChar>?) -> Int32 {
    KillingFiles.count()
    return SystemCall.rename?(old, new) ?? -1
}
