/// What happened in a folder that is watched.
enum FolderChange: Sendable, Hashable {
    /// Files of some folders came, went or changed; the folders are named by their paths from the
    /// top.
    case folders(Set<String>)
    /// Everything has to be looked at: folders came or went, or there was more than could be told.
    case everything

    /// Both changes.
    func union(_ other: FolderChange) -> FolderChange {
        guard case .folders(let folders) = self, case .folders(let others) = other else {
            return .everything
        }
        return .folders(folders.union(others))
    }
}
