import ObjectModel

extension PropertySlot {
    /// Whether values of the attribute begin with a storage marker.
    package var isStoredExternally: Bool {
        isBinary && attribute?.allowsExternalBinaryDataStorage == true
    }
}
