import Persistence

extension PhotoLibrary {
    /// An event while the sources are followed.
    public enum Event: Sendable {
        /// Photos were added, removed or changed.
        case taken(source: String, PhotoImportResult)
        /// A source was asked, and has no changes.
        case asked(source: String)
        /// A source could not be asked. It is asked again later.
        case failed(source: String, any Error)
        /// The images of favorites are not available, by record number.
        case favoritesMissing([Int64: any Error])
    }

    /// Follows the folder and the services until the task is cancelled: reads everything, then
    /// changes, and reads the details of new photos in the background.
    ///
    /// - Parameters:
    ///   - interval: the interval for asking services.
    ///   - tell: receives events.
    public func follow(
        askingEvery interval: Duration = .seconds(3_600),
        telling tell: @escaping @Sendable (Event) -> Void
    ) async {
        let (unread, signal) = AsyncStream.makeStream(
            of: Void.self, bufferingPolicy: .bufferingNewest(1))
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.followFolder(tell) { signal.yield() } }
            group.addTask {
                for await _ in unread {
                    await self.attempt(self.folder.name, tell) { try await self.readDetails() }
                }
            }
            for source in sources.dropFirst() {
                group.addTask { await self.follow(source, every: interval, tell) }
            }
        }
    }

    private func followFolder(
        _ tell: @escaping @Sendable (Event) -> Void, _ signal: @escaping @Sendable () -> Void
    ) async {
        let name = folder.name
        // The folder is watched before it is read: a change in between is seen twice, but not
        // missed.
        var watch: FolderWatch?
        do { watch = try await onThread { [folder] in try FolderWatch(folder.files) } } catch {
            tell(.failed(source: name, error))
        }
        await look(at: .everything, tell, signal)
        do {
            let missing = try await checkFavorites()
            if !missing.isEmpty { tell(.favoritesMissing(missing)) }
        } catch  where Task.isCancelled {
            return
        } catch {
            tell(.failed(source: name, error))
        }
        guard let watch else {
            return await repeating(every: .seconds(60)) {
                await self.look(at: .everything, tell, signal)
            }
        }
        for await _ in watch.changes {
            if let change = watch.takeChange() { await look(at: change, tell, signal) }
        }
    }

    private func look(
        at change: FolderChange, _ tell: @escaping @Sendable (Event) -> Void,
        _ signal: @Sendable () -> Void
    ) async {
        let name = folder.name
        await attempt(name, tell) {
            let taken = try await self.look(at: change)
            tell(taken.isEmpty ? .asked(source: name) : .taken(source: name, taken))
        }
        signal()
    }

    private func follow(
        _ source: any PhotoSource, every interval: Duration,
        _ tell: @escaping @Sendable (Event) -> Void
    ) async {
        await repeating(every: interval) {
            await self.attempt(source.name, tell) {
                let taken = try await self.ask(source)
                let source = source.name
                tell(taken.isEmpty ? .asked(source: source) : .taken(source: source, taken))
            }
        }
    }

    /// Runs a closure now and then in intervals, until the task is cancelled.
    private func repeating(
        every interval: Duration, _ body: @Sendable () async -> Void
    ) async {
        repeat {
            await body()
            do { try await Task.sleep(for: interval) } catch { return }
        } while !Task.isCancelled
    }

    /// Runs a closure, and reports its errors.
    private func attempt(
        _ source: String, _ tell: @Sendable (Event) -> Void, _ body: () async throws -> Void
    ) async {
        do {
            try await body()
        } catch  where Task.isCancelled || error is CancellationError {
            // The program ends, and its sources may be closed already.
            return
        } catch {
            tell(.failed(source: source, error))
        }
    }
}
