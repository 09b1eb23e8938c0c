import CPictures
import Synchronization

/// libvips, loaded and started once for the process at its first use, and closed to everything that is not
/// needed here.
package enum VipsLibrary {
    /// Starts libvips, or says again why it could not be started.
    package static func start() throws {
        try started.get()
    }

    /// Gives back what libvips keeps for the calling thread, which is about to end. Where it was never
    /// started there is nothing, and libvips must not be asked.
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
        // Pictures are opened once: what libvips keeps of past work only costs memory.
        cvips_cache_set_max(0)
        cvips_concurrency_set(1)
        giveLargeBlocksBack()
        return .success(())
    }()

    /// Makes the C library map every large block of memory on its own, so that it goes back to the
    /// system when it is freed. Left alone, each thread would keep tens of megabytes of its own
    /// after the first large picture.
    private static func giveLargeBlocksBack() {
        cvips_map_large_blocks(256 * 1024)
    }

    /// Closes every loader that libvips has, then opens those of the formats that are allowed.
    private static func closeUnneededLoaders() {
        cvips_block_untrusted_set(1)
        cvips_operation_block_set("VipsForeignLoad", 1)
        for format in PictureFormat.allCases where format.hasTrustedLoader {
            cvips_operation_block_set(format.loaderFamily, 0)
        }
    }

    /// Opens the loader of documents, for which libvips does not vouch: in the process that has nothing else
    /// to do (``DocumentProgram``). It is called by name and never by guessing, as pictures have loaders of
    /// their own.
    static func openDocuments() {
        cvips_operation_block_set(DocumentPage.loaderFamily, 0)
    }

    /// The messages of libvips since the last call; threads share them, so they may be of several.
    static func takeMessage() -> String {
        let message = String(cString: cvips_error_buffer())
        cvips_error_clear()
        return message.split(whereSeparator: \.isNewline).joined(separator: "; ")
    }
}
