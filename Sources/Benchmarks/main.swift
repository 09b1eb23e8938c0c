import Foundation

let directory = NSTemporaryDirectory() + "homeowner-benchmarks-\(UUID().uuidString)"
try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(atPath: directory) }

var measurements = try PersistenceBenchmarks(directory: directory).run()

print("| work | took | limit | ratio | to reach | |")
print("| --- | --- | --- | --- | --- | --- |")
for measurement in measurements { print(measurement.row) }
