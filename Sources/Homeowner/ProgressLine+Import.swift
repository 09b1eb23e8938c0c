import Domain

extension ProgressLine {
    /// Shows the progress of an import.
    func show(_ progress: ImportProgress.State) {
        let percent = Int(progress.fraction * 100)
        switch progress.phase {
        case .reading: write("Reading the file: \(percent) %")
        case .trying: write("Checking each row: \(percent) %")
        case .importing: write("Importing: \(percent) %")
        case .saving: write("Saving")
        case .checking: write("Checking whether it can be undone: \(percent) %")
        case .takingBack: write("Undoing: \(percent) %")
        }
    }
}
