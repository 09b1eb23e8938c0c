import CPictures
import Synchronization

/// libvips, loaded and started once at its first use, with all loaders blocked that are not needed.
package enum VipsLibrary {
    /// Starts libvips, or throws the error of the first attempt again.
    package static func start() throws {
        try started.get()
    }

    /// Releases libvips' memory for the calling thread, which is about to end. libvips must have
    /// been started before it can be called.
    static func endThread() {
        if isStarted.load(ordering: .acquiring) { cvips_thread_shutdown() }
    }

    private static let isStarted = Atomic<Bool>(false)

    private static let started: Result<Void, ImagingError> = {
        guard cvips_start() == 0 else {
            return .failure(.unreadable(reason: "libvips could not be started: \(takeMessage())"))
        }
        isStarted.store(true, ordering: .releasing)
        closeUnneededLoaders()
        // Each picture is opened once, so a cache would only cost memory.
        cvips_cache_set_max(0)
        cvips_concurrency_set(1)
        giveLargeBlocksBack()
        return .success(())
    }()

    /// Makes the C library map every large block of memory separately, so that it is returned to
    /// the system when freed. Otherwise each thread would keep tens of megabytes after the first
    /// large picture.
    private static func giveLargeBlocksBack() {
        cvips_map_large_blocks(256 * 1024)
    }

    /// Blocks all loaders of libvips, then allows those of the supported formats.
    private static func closeUnneededLoaders() {
        cvips_block_untrusted_set(1)
        cvips_operation_block_set("VipsForeignLoad", 1)
        for format in PictureFormat.allCases where format.hasTrustedLoader {
            cvips_operation_block_set(format.loaderFamily, 0)
        }
    }

    /// Allows the PDF loader, which libvips does not trust: in the separate process only
    /// (``SeparateProcess``). It is called by name and never chosen by content, since pictures have
    /// their own loaders.
    static func openDocuments() {
        cvips_operation_block_set(DocumentPage.loaderFamily, 0)
    }

    /// The messages of libvips since the last call, perhaps from several threads.
    static func takeMessage() -> String {
        let message = String(cString: cvips_error_buffer())
        cvips_error_clear()
        return message.split(whereSeparator: \.isNewline).joined(separator: "; ")
    }
}
