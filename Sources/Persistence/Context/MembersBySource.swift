/// The destinations of a relationship, gathered from records that come in no order.
struct MembersBySource {
    private var lists: [[ManagedObject]] = []
    private var places: [Int64: Int] = [:]
    /// The source that came last: often its destinations come one after the other.
    private var recent: (source: Int64, place: Int)?

    /// The destinations of a source, by its key.
    subscript(source: Int64) -> [ManagedObject] {
        places[source].map { lists[$0] } ?? []
    }

    mutating func append(_ object: ManagedObject, to source: Int64) {
        if let recent, recent.source == source {
            lists[recent.place].append(object)
            return
        }
        let place = places[source] ?? lists.count
        if place == lists.count {
            places[source] = place
            lists.append([])
        }
        lists[place].append(object)
        recent = (source, place)
    }
}
