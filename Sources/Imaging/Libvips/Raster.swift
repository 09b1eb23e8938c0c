package import CPictures
import Foundation

/// A picture in libvips: a reference that is given back when the object goes.
///
/// Most operations only note what is to be done; pixels are read when a raster is written or
/// copied into memory. A raster stays on the thread that made it.
package final class Raster {
    package typealias Pointer = UnsafeMutablePointer<VipsImage>

    private let pointer: Pointer

    /// Takes over a new reference; throws where libvips returned none.
    package init(taking pointer: Pointer?) throws {
        guard let pointer else { throw RasterFault() }
        self.pointer = pointer
    }

    deinit { cvips_object_unref(pointer) }

    /// Lends the reference: without this it could be given back while C still uses it.
    package func lending<Value>(_ body: (Pointer) throws -> Value) rethrows -> Value {
        try withExtendedLifetime(self) { try body(pointer) }
    }

    /// A raster that libvips derives from this one.
    package func deriving(_ body: (Pointer) throws -> Pointer?) throws -> Raster {
        try Raster(taking: lending(body))
    }
}

/// A failure inside libvips. What it says is shared between threads, so it is dropped here, and
/// the fault is described from the file instead.
package struct RasterFault: Error {
    package init() { cvips_error_clear() }
}
