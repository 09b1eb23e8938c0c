import Hummingbird
import Persistence

/// The view of the list of asset types that an address asks for.
struct AssetTypeListRequest: Sendable {
    let query: ListQuery
    private(set) var predicate: FetchPredicate?
    private(set) var faults: [FormFault]

    /// Reads the address of a request.
    ///
    /// - Throws: ``SiteError`` 400 if the query is no UTF-8 text.
    init(_ request: Request, _ layout: ModelLayout) throws {
        let text = request.uri.query ?? ""
        let result = try ListQueryReader.readWithFaults(query: text, AssetTypeList.parameters)
        query = result.query
        faults = result.faults
        guard let text = query.predicate, let entity = layout.entity(named: "AssetType") else {
            return
        }
        do {
            predicate = try FetchPredicate.parsing(text, for: entity, in: layout)
        } catch {
            faults.append(
                FormFault(
                    field: "predicate", label: "Predicate",
                    message: error.messageWithPlace))
        }
    }

    /// Refuses an address that cannot be read, for programs.
    ///
    /// - Throws: ``SiteError`` 422.
    func check() throws(SiteError) {
        guard !faults.isEmpty else { return }
        throw .unprocessable("This list cannot be shown", faults: faults)
    }
}
