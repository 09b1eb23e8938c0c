package import CPictures
import Foundation

/// A libvips image, released with the object.
///
/// Most operations are lazy: pixels are read when a raster is written or copied into memory. A
/// raster stays on the thread that made it.
package final class Raster {
    package typealias Pointer = UnsafeMutablePointer<VipsImage>

    private let pointer: Pointer

    /// Takes over a new reference; throws if libvips returned none.
    package init(taking pointer: Pointer?) throws {
        guard let pointer else { throw RasterFault() }
        self.pointer = pointer
    }

    deinit { cvips_object_unref(pointer) }

    /// Lends the pointer: otherwise it could be released while C still uses it.
    package func lending<Value>(_ body: (Pointer) throws -> Value) rethrows -> Value {
        try withExtendedLifetime(self) { try body(pointer) }
    }

    /// A raster that libvips derives from this one.
    package func deriving(_ body: (Pointer) throws -> Pointer?) throws -> Raster {
        try Raster(taking: lending(body))
    }
}

/// A failure in libvips. Its messages are shared between threads, so they are dropped, and the
/// error is described from the file instead.
package struct RasterFault: Error {
    package init() { cvips_error_clear() }
}
