/// Does something with each of some tables, and tells the part of their rows that is done, from 0 to 1.
///
/// - Parameters:
///   - count: finds the number of rows.
///   - progress: is told.
///   - body: tells how many rows of its table are done.
package func forEachTable<Table>(
    _ tables: [Table], count: (Table) throws -> Int64, telling progress: ((Double) -> Void)?,
    _ body: (Table, _ tell: (Int) -> Void) throws -> Void
) throws {
    let counts = try progress == nil ? tables.map { _ in 0 } : tables.map(count)
    let total = Double(max(1, counts.reduce(0, +)))
    var done: Int64 = 0
    for (table, count) in zip(tables, counts) {
        try body(table) { progress?(Double(done + min(Int64($0), count)) / total) }
        done += count
    }
    progress?(1)
}
