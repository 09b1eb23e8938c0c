/// The steps of making and restoring a backup, for tests that end the process before each.
enum BackupStep: Int, CaseIterable, Sendable {
    // Making
    case pinning, describing, addingData, addingPictures, addingTables, addingManifest, verifying
    case naming, noting
    // Restoring
    case unpacking, comparing, opening, settling, exchanging, puttingAside
}
