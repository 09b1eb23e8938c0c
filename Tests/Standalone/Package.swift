// swift-tools-version: 6.2
import PackageDescription

// Who takes Persistence alone fetches nothing: `make standalone` sees to it that this stays so.
let package = Package(
    name: "standalone",
    dependencies: [.package(name: "homeowner", path: "../..", traits: [])],
    targets: [
        .executableTarget(
            name: "Standalone",
            dependencies: [
                .product(name: "ObjectModel", package: "homeowner"),
                .product(name: "Persistence", package: "homeowner"),
            ],
            resources: [.copy("Notes.xcdatamodeld")],
            plugins: [.plugin(name: "ModelCompilerPlugin", package: "homeowner")])
    ]
)
