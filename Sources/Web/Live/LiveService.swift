import ServiceLifecycle

/// Follows the saves while the server runs, and ends all windows when it is told to stop, so that
/// none of them keeps it.
struct LiveService: Service {
    let feed: LiveFeed

    func run() async throws {
        await withGracefulShutdownHandler {
            await withTaskGroup(of: Void.self) { group in
                group.addTask { await sendSigns() }
                await feed.follow()
                group.cancelAll()
            }
        } onGracefulShutdown: {
            feed.close()
        }
    }

    private func sendSigns() async {
        while (try? await Task.sleep(for: .seconds(15))) != nil { feed.sendSigns() }
    }
}
