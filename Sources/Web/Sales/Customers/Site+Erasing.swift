import Domain
import Hummingbird
import Logging

extension Site {
    /// Takes a person who was removed out of the files. The person is gone already, so the request has
    /// succeeded: what cannot be done now goes on in the background.
    func eraseTraces(_ context: SiteContext) async {
        do {
            guard try await !household.eraseTraces() else { return }
            context.logger.notice("The log still has a person who was removed: it is in use")
        } catch {
            context.logger.warning(
                "A person who was removed is still in the files", metadata: ["error": "\(error)"])
        }
    }
}
