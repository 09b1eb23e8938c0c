import Testing

/// Limits the number of concurrent tests with processes, however many other tests run.
///
/// In sequence they would delay the end of the whole suite; all at once they would overload
/// a slow machine.
struct FewAtATime: SuiteTrait, TestTrait, TestScoping {
    private static let places = Places(count: 4)

    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        await Self.places.take()
        let result: Result<Void, any Error>
        do {
            result = .success(try await function())
        } catch {
            result = .failure(error)
        }
        await Self.places.free()
        try result.get()
    }

    private actor Places {
        private var count: Int
        private var waiting: [CheckedContinuation<Void, Never>] = []

        init(count: Int) { self.count = count }

        func take() async {
            guard count == 0 else {
                count -= 1
                return
            }
            await withCheckedContinuation { waiting.append($0) }
        }

        /// Passes the slot to the test that has waited longest.
        func free() {
            if waiting.isEmpty {
                count += 1
            } else {
                waiting.removeFirst().resume()
            }
        }
    }
}

extension Trait where Self == FewAtATime {
    /// For tests that start processes.
    static var fewAtATime: Self { Self() }
}
