// SPDX-License-Identifier: MIT
import Foundation
import TestTraits
import Testing
import Tracking

/// Generated logs, in every order of sentences that known receivers use, against gpsd itself.
@Suite(.waiting) struct NMEAConventionTests {
    /// Thirty epochs across midnight, four of them without a fix.
    private static func log(_ order: [String], rate: Int, random: inout SplitMix) -> String {
        // Those that gpsd 3.22 supports.
        let talker = ["GP", "GN", "GL", "GA", "BD", "IN"].randomElement(using: &random) ?? "GP"
        func padded(_ number: Int, _ width: Int) -> String {
            String(repeating: "0", count: max(0, width - "\(number)".count)) + "\(number)"
        }
        func fixed(_ number: Double, _ digits: Int) -> String {
            let scale = Int(pow(10, Double(digits)))
            let whole = Int((number * Double(scale)).rounded())
            return "\(whole / scale).\(padded(whole % scale, digits))"
        }
        func coordinate(_ value: Double, _ width: Int, _ letters: (String, String)) -> String {
            let minutes = Int((value.magnitude * 60 * 100_000).rounded())
            return
                "\(padded(minutes / 6_000_000, width))\(padded(minutes % 6_000_000 / 100_000, 2)).\(padded(minutes % 100_000, 5)),\(value >= 0 ? letters.0 : letters.1)"
        }
        var latitude = Double.random(in: -80...80, using: &random), longitude = Double.random(in: -179...179, using: &random)
        var text = ""
        for index in 0..<30 {
            let hundredths = (86_390 * 100 + index * 100 / rate)
            let isNextDay = hundredths >= 8_640_000
            let clock = hundredths % 8_640_000
            let (day, month, year) = isNextDay ? (1, 3, 2024) : (29, 2, 2024)
            let time =
                "\(padded(clock / 360_000, 2))\(padded(clock / 6_000 % 60, 2))\(padded(clock / 100 % 60, 2)).\(padded(clock % 100, 2))"
            latitude += 1e-4
            longitude += 2e-4
            let knots = fixed(.random(in: 0.5...30, using: &random), 3), course = fixed(.random(in: 1...359, using: &random), 2)
            let isFix = !(12..<16).contains(index)
            let place = isFix ? "\(coordinate(latitude, 2, ("N", "S"))),\(coordinate(longitude, 3, ("E", "W")))" : ",,,"
            for name in order {
                let body =
                    switch name {
                    case "RMC":
                        "\(time),\(isFix ? "A" : "V"),\(place),\(isFix ? "\(knots),\(course)" : ","),\(padded(day, 2))\(padded(month, 2))\(year % 100),,,\(isFix ? "A" : "N")"
                    case "GGA": "\(time),\(place),\(isFix ? "1,08,1.1,123.4" : "0,00,,"),M,\(isFix ? "30.0" : ""),M,,"
                    case "GLL": "\(place),\(time),\(isFix ? "A,A" : "V,N")"
                    case "GNS": "\(time),\(place),\(isFix ? "AA,08,1.1,123.4,30.0" : "NN,00,,,"),,"
                    case "VTG": isFix ? "\(course),T,,M,\(knots),N,1.0,K,A" : ",T,,M,,N,,K,N"
                    case "GSA": "A,\(isFix ? 3 : 1),01,02,03,04,05,06,07,08,,,,,2.0,1.1,1.7"
                    case "ZDA": "\(time),\(padded(day, 2)),\(padded(month, 2)),\(year),00,00"
                    default: "\(time),5,4,3,2,1.5,2.0,3"
                    }
                text += NMEAReaderTests.sentence("\(talker)\(name),\(body)")
            }
        }
        return text
    }

    @Test(
        .needs("gpsdecode"),
        arguments: [
            ["GGA", "GSA", "RMC"], ["RMC", "VTG", "GGA", "GSA", "GLL"], ["GGA", "GLL", "GSA", "RMC", "VTG"], ["GNS", "GSA", "RMC"],
            ["RMC", "GGA", "ZDA"], ["RMC"],
            ["GLL", "RMC", "VTG", "GGA"], ["ZDA", "RMC", "GGA"], ["GSA", "VTG", "RMC", "GGA"], ["RMC", "GGA", "GST"],
            ["GGA", "RMC", "GLL", "ZDA", "VTG"],
        ])
    func everyOrderOfSentencesGivesGPSDsFixes(_ order: [String]) throws {
        var random = SplitMix(seed: UInt64(order.joined().utf8.reduce(0) { $0 &* 31 &+ UInt32($1) }))
        for rate in [1, 5, 10] {
            let log = Self.log(order, rate: rate, random: &random)
            let reading = TestTracks.read(log)
            #expect(reading.thrown == nil && reading.faults.isEmpty)
            let fixes = reading.fixes.filter { !$0.isNoFix }
            #expect(fixes.count == 26)
            let reports = try GPSDecode.reports(of: Data(log.utf8))
            #expect(reports.count >= 24, "\(order) \(rate)")
            var compared = 0
            for fix in fixes {
                guard let time = fix.time?.description, let report = reports[time] else { continue }
                compared += 1
                #expect(
                    abs((fix.latitude ?? 99) - (report.lat ?? 0)) < 6e-10 && abs((fix.longitude ?? 199) - (report.lon ?? 0)) < 6e-10,
                    "\(order) \(rate) \(time)")
                if let speed = report.speed { #expect(abs((fix.speed ?? -1) - speed) < 6e-4, "\(order) \(rate) \(time)") }
                if let track = report.track { #expect(abs((fix.course ?? -1) - track) < 6e-5, "\(order) \(rate) \(time)") }
            }
            #expect(compared == reports.count)
        }
    }

    /// Tag blocks, times and tables before a sentence are not broken data; half a sentence is.
    @Test(arguments: [
        ("\\s:GPS0001,c:1749886200*5A\\", "", 0), ("2026-06-14T07:30:00.000Z ", "", 0), ("[07:30:00] ", "", 0),
        ("1749886200000;0183-1;", "", 0), ("2026-06-14T07:30:00.000Z,NMEA0183,,\"", "\"", 0), ("07.038,N,01131.000,E,", "", 2),
        ("GPGGA,10:", "", 2), ("NMEA,", ",1749886200000", 0), ("NMEB,", "", 2),
    ])
    func stampsBeforeSentencesAreNotNoise(_ before: String, _ after: String, _ faults: Int) {
        let lines = (0..<3).map { second in
            let body = "GPRMC,10000\(second),A,4807.038,N,01131.000,E,022.4,084.4,010326,003.1,W"
            return before + NMEAReaderTests.sentence(body).dropLast() + after + "\r\n"
        }
        // A table has a header, which a server does not send.
        let log = "timestamp,type,id,message\r\n" + lines.joined()
        for reading in [TestTracks.read(log), TestTracks.read(lines.joined(), piecesOf: 1)] {
            #expect(reading.fixes.count == 3)
            #expect(reading.faults.count == faults, "\(reading.faults)")
        }
    }

    @Test func messagesOfShipsAloneAreSaidToBeThat() {
        let reading = TestTracks.read("!AIVDM,1,1,,B,177KQJ5000G?tO`K>RA1wUbN0TKH,0*5C\r\n")
        #expect("\(reading.thrown.map { "\($0)" } ?? "")".contains("1 AIS message of ships"))
    }

    /// A table of positions beside the sentences that they come from stays a table.
    @Test func tablesWithSentencesAreTables() {
        let sentence = NMEAReaderTests.sentence("GPRMC,100000,A,4807.038,N,01131.000,E,022.4,084.4,010326,003.1,W").dropLast()
        let reading = TestTracks.read("time,lat,lon,raw\n2026-06-14T07:30:00Z,1,2,\"\(sentence)\"\n")
        #expect(reading.fixes.map(\.latitude) == [1])
        // Android's logs of all that a phone measures have such a header in a comment.
        let log = "# Fix,Provider,Latitude,Longitude,UnixTimeMillis\nNMEA,\(sentence),1749886200000\nFix,GPS,1,2,1749886200000\n"
        #expect(TestTracks.read(log).fixes.map(\.latitude) == [1])
    }
}
