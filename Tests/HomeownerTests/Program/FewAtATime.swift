import Testing

/// Lets a few tests of processes run beside each other, and no more, however many tests run otherwise.
///
/// One after the other they would keep the whole suite waiting at its end; all at once they would keep
/// a slow machine from everything else.
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

        /// Passes the slot to the one that has waited longest.
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
