// Generated from the model Undo. Changes to this file are lost when it is generated again.

// A missing class has to be written by hand; with codeGenerationType="class" in the model, it is generated here.

#if hasFeature(InternalImportsByDefault)
    public import Foundation
    public import Persistence
#else
    import Foundation
    import Persistence
#endif

nonisolated extension UndoStep {
    public var changes: Data? {
        get { data(at: 0) }
        set { setData(newValue, at: 0) }
    }

    public var expires: Date? {
        get { date(at: 1) }
        set { setDate(newValue, at: 1) }
    }

    public var isUndone: Bool {
        get { bool(at: 2) }
        set { setBool(newValue, at: 2) }
    }

    public var number: Int64 {
        get { int64(at: 3) }
        set { setInt64(newValue, at: 3) }
    }

    public var series: String? {
        get { string(at: 4) }
        set { setString(newValue, at: 4) }
    }

    public var title: String? {
        get { string(at: 5) }
        set { setString(newValue, at: 5) }
    }

    public var token: String? {
        get { string(at: 6) }
        set { setString(newValue, at: 6) }
    }
}

/// The classes and key paths that are generated from the model Undo.
nonisolated public let undoModelClasses: [ManagedObjectClass] = [
    ManagedObjectClass(
        entityName: "UndoStep", objectClass: UndoStep.self,
        properties: [
            ("changes", \UndoStep.changes),
            ("expires", \UndoStep.expires),
            ("isUndone", \UndoStep.isUndone),
            ("number", \UndoStep.number),
            ("series", \UndoStep.series),
            ("title", \UndoStep.title),
            ("token", \UndoStep.token),
        ])
]
