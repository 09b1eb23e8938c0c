/// A change in a watched folder.
enum FolderChange: Sendable, Hashable {
    /// Files of some folders were added, removed or changed; the folders are given by their
    /// relative paths.
    case folders(Set<String>)
    /// Everything has to be read again: folders were added or removed, or there were too many
    /// changes.
    case everything

    func union(_ other: FolderChange) -> FolderChange {
        guard case .folders(let folders) = self, case .folders(let others) = other else {
            return .everything
        }
        return .folders(folders.union(others))
    }
}
