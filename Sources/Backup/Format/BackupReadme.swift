import Foundation

/// The text in a backup for a person who opens it without the program.
enum BackupReadme {
    static func text(_ description: BackupDescription) -> String {
        """
        This is a backup of a household that was kept with Homeowner \(description.program),
        made \(description.made.formatted(.iso8601)).

          tables/     the records as tables, one for each kind, for any spreadsheet (UTF-8,
                      commas); Item.csv says in the column "picture" where the picture of an
                      item is
          pictures/   the pictures of the items as they were taken, by the items' names
          photos/     the photographs by place (in photos-escaped/ those whose names are no
                      text, with their bytes as in caf%E9.jpg)
          data/       what the program keeps them in: Homeowner.sqlite has all records, and
                      any program that reads SQLite opens it
          about.json  what made this, and how much there is
          manifest.jsonl
                      every file with its size and its SHA-256, one a line
          left-out.json
                      photographs that went while this was made, if there are any

        To bring all of it back:

          homeowner restore ARCHIVE --data FOLDER

        To look whether every file is as it was, in the folder that the archive was unpacked to:

          sed -E 's/.*"path":"(.*)","sha256":"(.*)".*/\\2  \\1/' manifest.jsonl | sha256sum -c

        """
    }
}
