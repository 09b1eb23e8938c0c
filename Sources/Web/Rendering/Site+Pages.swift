import Domain
import Foundation
import Hummingbird
import Persistence
import Synchronization

extension Site {
    /// The time limit for reading a page or list.
    var longestRead: Duration { .seconds(configuration.limits.queryTimeoutSeconds) }

    /// The time that a request waits for the end of an import, before the page shows the progress.
    var longestImport: Duration { .seconds(configuration.limits.importSeconds) }

    /// The cached responses of the household's records.
    var pages: RecordPages {
        let changes = household.changes
        return RecordPages(
            container: household.container, renderer: renderer, cache: pageCache,
            runNumber: runNumber, longestRead: longestRead,
            version: { $0.map(changes.version(of:)) ?? changes.version },
            // Pages depend on the current day.
            commonVariant: { [self] in "\(Today.text) \(settingsMark)" })
    }

    /// A text that changes with the settings that all pages depend on: the sections, the name of
    /// the household, the currency and the region.
    var settingsMark: String {
        "\(sections.mark) \(currency.code) \(region.identifier) \(settings.mark)"
    }
}

/// The current day as text, cached for a second.
enum Today {
    private static let last = Mutex((second: time_t(0), text: ""))

    /// The day: `2026-11-21`.
    static var text: String {
        let second = time(nil)
        return last.withLock { last in
            if last.second != second { last = (second, "\(CalendarDay.today())") }
            return last.text
        }
    }
}
