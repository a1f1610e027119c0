// SPDX-License-Identifier: MIT
import Foundation
import Railways
import Tracking

/// The companies, lines and stations of TrainLCD's StationAPI that are in service.
struct StationDirectory {
    struct Line {
        var company: Int
        /// The number of its stations.
        var count = 0
    }
    struct Station {
        var code: Int
        var line: Int
        var name: String
        /// The names in languages other than Japanese and English, with their BCP 47 tags.
        var otherNames: [LocalizedName.Entry]
        var position: Railway.Position
        /// The sort key along its line.
        var rank: Int
    }

    private static let inService = "0"

    /// Company codes by name.
    private(set) var companies: [String: Int] = [:]
    private(set) var lines: [Int: Line] = [:]
    private(set) var stations: [Station] = []
    /// Indexes into `stations` by `StationName.key`, in the order of the source.
    private(set) var byName: [String: [Int]] = [:]
    /// The stations of each line in its order, as indexes into `stations`.
    private(set) var byLine: [Int: [Int]] = [:]

    /// - Parameter folder: Holds `1!companies.csv`, `2!lines.csv`, `3!stations.csv`.
    init(folder: String) throws(RailwayError) {
        let companyTable = try SourceTable(folder + "/1!companies.csv", needs: ["company_cd", "company_name"])
        while try companyTable.next() {
            companies[companyTable["company_name"]] = try companyTable.integer("company_cd")
        }
        let lineTable = try SourceTable(folder + "/2!lines.csv", needs: ["line_cd", "company_cd", "e_status"])
        while try lineTable.next() {
            guard lineTable["e_status"] == Self.inService else { continue }
            let code = try lineTable.integer("line_cd")
            lines[code] = Line(company: try lineTable.integer("company_cd"))
        }
        let table = try SourceTable(
            folder + "/3!stations.csv",
            needs: ["station_cd", "station_name", "line_cd", "lon", "lat", "e_status", "e_sort"])
        while try table.next() {
            guard table["e_status"] == Self.inService else { continue }
            let line = try table.integer("line_cd")
            guard lines[line] != nil else { continue }
            let position = try table.position()
            var others: [LocalizedName.Entry] = []
            for (language, column) in [("ko", "station_name_ko"), ("zh-Hans", "station_name_zh")] where !table[column].isEmpty {
                others.append(LocalizedName.Entry(language: language, text: table[column]))
            }
            lines[line]?.count += 1
            byName[StationName.key(table["station_name"]), default: []].append(stations.count)
            byLine[line, default: []].append(stations.count)
            stations.append(
                Station(
                    code: try table.integer("station_cd"), line: line, name: table["station_name"], otherNames: others,
                    position: position, rank: try table.integer("e_sort")))
        }
        for line in byLine.keys {
            byLine[line]?.sort { (stations[$0].rank, stations[$0].code) < (stations[$1].rank, stations[$1].code) }
        }
    }
}
