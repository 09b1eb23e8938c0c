/// The objects of one root entity in a context, by key.
///
/// The map does not retain objects: one that is deallocated removes itself. Keys are mostly
/// consecutive, so neighbors share a page, and successive lookups find it at once. The context
/// frees the memory, because reference counting would take as long as a lookup.
struct IdentityMap {
    private typealias Objects = UnsafeMutablePointer<Unmanaged<ManagedObject>?>

    /// The objects of consecutive keys.
    private struct Page {
        var number: Int64
        /// Nil at an index without a page.
        var objects: Objects?
        var count = 0

        static let bits = 4
        static let size = 1 << bits
        static var none: Page { Page(number: 0, objects: nil) }
    }

    /// The pages by number, in a table with linear probing.
    private struct Table {
        var pages: UnsafeMutableBufferPointer<Page>
        var pageCount = 0
        var count = 0
        /// The index of the last used page.
        var recent = 0

        init(capacity: Int) {
            pages = .allocate(capacity: capacity)
            pages.initialize(repeating: .none)
        }
    }

    private static let minimumCapacity = 4
    private let table: UnsafeMutablePointer<Table>

    /// Makes a map, which `deallocate()` frees.
    init() {
        table = .allocate(capacity: 1)
        table.initialize(to: Table(capacity: Self.minimumCapacity))
    }

    func deallocate() {
        freePages()
        table.deallocate()
    }

    /// Removes all objects. The map stays usable, for a fetch that a reset interrupts.
    func removeAll() {
        freePages()
        table.pointee = Table(capacity: Self.minimumCapacity)
    }

    private func freePages() {
        for page in table.pointee.pages { page.objects?.deallocate() }
        table.pointee.pages.deallocate()
    }

    var count: Int { table.pointee.count }

    /// All objects, unordered.
    var objects: [ManagedObject] {
        var objects: [ManagedObject] = []
        objects.reserveCapacity(count)
        for page in table.pointee.pages {
            guard let start = page.objects else { continue }
            for offset in 0..<Page.size {
                if let object = start[offset] { objects.append(object.takeUnretainedValue()) }
            }
        }
        return objects
    }

    subscript(key: Int64) -> ManagedObject? {
        let number = Self.pageNumber(key)
        return page(number)?[Self.offset(key)]?.takeUnretainedValue()
    }

    /// Adds an object with an unused key.
    func insert(_ object: ManagedObject, for key: Int64) {
        let number = Self.pageNumber(key)
        let objects = page(number) ?? addPage(number)
        objects[Self.offset(key)] = .passUnretained(object)
        table.pointee.pages[table.pointee.recent].count += 1
        table.pointee.count += 1
    }

    func remove(_ key: Int64) {
        let offset = Self.offset(key)
        guard let objects = page(Self.pageNumber(key)), objects[offset] != nil else { return }
        objects[offset] = nil
        table.pointee.count -= 1
        let position = table.pointee.recent
        table.pointee.pages[position].count -= 1
        if table.pointee.pages[position].count == 0 { removePage(at: position) }
    }

    // MARK: - Pages

    @inline(__always)
    private static func pageNumber(_ key: Int64) -> Int64 { key >> Page.bits }

    @inline(__always)
    private static func offset(_ key: Int64) -> Int { Int(key) & (Page.size - 1) }

    /// The objects of a page, which becomes the recent one; nil if there is none.
    @inline(__always)
    private func page(_ number: Int64) -> Objects? {
        let recent = table.pointee.pages[table.pointee.recent]
        if recent.number == number, let objects = recent.objects { return objects }
        return turn(to: number)
    }

    private func turn(to number: Int64) -> Objects? {
        let position = position(of: number)
        guard let objects = table.pointee.pages[position].objects else { return nil }
        table.pointee.recent = position
        return objects
    }

    /// Adds a new page, which becomes the recent one.
    private func addPage(_ number: Int64) -> Objects {
        if (table.pointee.pageCount + 1) * 2 > table.pointee.pages.count { grow() }
        let objects = Objects.allocate(capacity: Page.size)
        objects.initialize(repeating: nil, count: Page.size)
        let position = position(of: number)
        table.pointee.pages[position] = Page(number: number, objects: objects)
        table.pointee.pageCount += 1
        table.pointee.recent = position
        return objects
    }

    private func removePage(at position: Int) {
        let pages = table.pointee.pages
        let mask = pages.count - 1
        pages[position].objects?.deallocate()
        table.pointee.pageCount -= 1
        var hole = position
        // Moves later pages of the same run up, so that no search ends early at the hole.
        var next = hole
        while true {
            next = (next + 1) & mask
            guard pages[next].objects != nil else { break }
            let home = Self.hash(pages[next].number) & mask
            let isReachable =
                hole <= next ? (hole < home && home <= next) : (hole < home || home <= next)
            if isReachable { continue }
            pages[hole] = pages[next]
            hole = next
        }
        pages[hole] = .none
    }

    private func grow() {
        let old = table.pointee.pages
        table.pointee.pages = .allocate(capacity: old.count * 2)
        table.pointee.pages.initialize(repeating: .none)
        for page in old where page.objects != nil {
            table.pointee.pages[position(of: page.number)] = page
        }
        old.deallocate()
    }

    /// The index of a page, or a free one for it.
    private func position(of number: Int64) -> Int {
        let pages = table.pointee.pages
        let mask = pages.count - 1
        var position = Self.hash(number) & mask
        while pages[position].objects != nil, pages[position].number != number {
            position = (position + 1) & mask
        }
        return position
    }

    private static func hash(_ number: Int64) -> Int {
        Int(truncatingIfNeeded: (UInt64(bitPattern: number) &* 0x9E37_79B9_7F4A_7C15) >> 32)
    }
}
