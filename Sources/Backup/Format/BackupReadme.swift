import Foundation

/// The text in a backup for a person who opens it without the program.
enum BackupReadme {
    static func text(_ description: BackupDescription) -> String {
        """
        A backup of a household, made by Homeowner \(description.program) on
        \(description.made.formatted(.iso8601)).

          tables/     the records, a table for each kind, for any spreadsheet (UTF-8,
                      commas); the column "picture" of Item.csv has the path of the picture
          pictures/   the original pictures of the items, by the items' names
          photos/     the photographs by album (photos-escaped/ has those whose names are
                      not UTF-8, with escaped bytes as in caf%E9.jpg)
          data/       the records as the program stores them, in Homeowner.sqlite, which any
                      program that reads SQLite opens
          about.json  the version of the program, and the number of files and bytes
          manifest.jsonl
                      every file with its size and SHA-256, one per line
          left-out.json
                      photographs that were removed during the backup, if any

        To restore it:

          homeowner restore ARCHIVE --data FOLDER

        To check that no file has changed, in the folder of the unpacked archive:

          sed -E 's/.*"path":"(.*)","sha256":"(.*)".*/\\2  \\1/' manifest.jsonl | sha256sum -c

        """
    }
}
