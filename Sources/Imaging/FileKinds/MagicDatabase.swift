import CMagic
import Foundation
import Synchronization

/// The database of libmagic, loaded once at its first use.
enum MagicDatabase {
    /// The media type of some bytes.
    static func mimeType(of bytes: Data) throws -> String {
        try answer(MAGIC_MIME_TYPE, about: bytes)
    }

    /// libmagic's description of some bytes.
    static func words(about bytes: Data) throws -> String {
        try answer(MAGIC_NONE, about: bytes)
    }

    /// Asks libmagic, one caller at a time since a cookie has state.
    private static func answer(_ flags: Int32, about bytes: Data) throws -> String {
        try cookie.withLock { cookie in
            let opened = try cookie ?? open()
            cookie = opened
            return try answer(flags, about: bytes, from: opened)
        }
    }

    private static let cookie = Mutex<magic_t?>(nil)

    /// Looking inside archives and programs is not needed here.
    private static let skippedChecks =
        MAGIC_NO_CHECK_COMPRESS | MAGIC_NO_CHECK_ELF | MAGIC_NO_CHECK_CDF

    private static func open() throws -> magic_t {
        guard let cookie = magic_open(skippedChecks) else {
            throw ImagingError.unreadable(reason: "libmagic could not be started")
        }
        guard magic_load(cookie, nil) == 0 else {
            let fault = message(of: cookie)
            magic_close(cookie)
            throw ImagingError.unreadable(reason: "libmagic has no database: \(fault)")
        }
        return cookie
    }

    private static func answer(
        _ flags: Int32, about bytes: Data, from cookie: magic_t
    ) throws -> String {
        magic_setflags(cookie, flags | skippedChecks)
        let answer = bytes.withUnsafeBytes { magic_buffer(cookie, $0.baseAddress, $0.count) }
        guard let answer else {
            throw ImagingError.unreadable(
                reason: "libmagic could not judge the file: \(message(of: cookie))")
        }
        return String(cString: answer)
    }

    private static func message(of cookie: magic_t) -> String {
        magic_error(cookie).map { String(cString: $0) } ?? "no reason given"
    }
}
