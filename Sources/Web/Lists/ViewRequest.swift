import Hummingbird

/// The view of records that an address asks for, and what is wrong with the address.
protocol ViewRequest: Sendable {
    /// The view as the address says it.
    var query: ListQuery { get }
    /// What is wrong with single parameters.
    var faults: [FormFault] { get }

    /// The same view with a fault that its predicate showed when the records were read.
    func refused(_ fault: FormFault) -> Self
}

extension ViewRequest {
    /// Refuses an address that cannot be read, for programs.
    ///
    /// - Throws: ``SiteError`` 422.
    func check() throws(SiteError) {
        guard !faults.isEmpty else { return }
        throw .unprocessable("This list cannot be shown", faults: faults)
    }
}

extension Site {
    /// Answers with a view, or with the page that says what is wrong with its address
    /// (``RecordPages``).
    func answer<View: ViewRequest>(
        _ view: View, refusing refuse: (View) async throws -> Response,
        showing show: () async throws -> Response
    ) async throws -> Response {
        try await pages.answer(view, refusing: refuse, showing: show)
    }
}

extension RecordPages {
    /// Answers with a view, or with the page that says what is wrong with its address: at once, or when
    /// the records have shown that its predicate asks too much.
    func answer<View: ViewRequest>(
        _ view: View, refusing refuse: (View) async throws -> Response,
        showing show: () async throws -> Response
    ) async throws -> Response {
        guard view.faults.isEmpty else { return try await refuse(view) }
        do {
            return try await show()
        } catch {
            guard view.query.predicate != nil, let fault = FormFault(ofReading: error) else {
                throw error
            }
            return try await refuse(view.refused(fault))
        }
    }
}
