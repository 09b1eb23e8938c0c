import Domain
import Persistence

extension Site {
    /// Says that the first books are samples, until somebody keeps or removes them.
    ///
    /// - Throws: errors of the store.
    func sampleNotices(in context: ManagedObjectContext) throws -> [StandingNotice] {
        guard !settings.keepsSamples else { return [] }
        let count = try BookSamples.books(in: context).count
        guard count > 0 else { return [] }
        let text =
            count == 1
            ? "1 book here is a sample, to try things with."
            : "\(count) books here are samples, to try things with."
        return [
            StandingNotice(
                text: text,
                actions: [
                    .init(label: "Keep", path: links(.keepBookSamples)),
                    .init(
                        label: count == 1 ? "Remove" : "Remove all",
                        path: links(.deleteBookSamples)),
                ])
        ]
    }
}
