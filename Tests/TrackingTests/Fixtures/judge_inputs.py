"""Compares the expected fixes of `inputs` with what independent programs read of the same files.

    PYTHONPATH=.build/python python3 Tests/TrackingTests/Fixtures/judge_inputs.py

gpsd reads what receivers send, gpxpy GPX, gpsbabel KML, KMZ, TCX and FIT. Each of their fixes with a time must be expected, with the
same position, and with the same speed, course and altitude where both know one. What they do not read is left to the reader's eye.
"""

import json
import subprocess
import sys
import zipfile
from datetime import datetime, timezone
from pathlib import Path

import gpxpy

FOLDER = Path(__file__).parent / "inputs"
BABEL = {".kml": "kml", ".tcx": "gtrnctr", ".fit": "garmin_fit", ".kmz": "kml"}
# Where they read what is refused here, and why.
KNOWN = {
    ("bad-values.nmea", 1672567201.0): "67 minutes are none",
    ("lost-and-found.nmea", 1672567209.0): "mode N says that there is no fix, whatever the status is",
    ("training.tcx", 1767592147.0): "95.5 degrees are no latitude",
}
# The last digit that the programs write.
CLOSE = {"lat": 1e-6, "lon": 1e-6, "speed": 6e-4, "course": 6e-3, "altitude": 6e-2}


def seconds(text):
    return datetime.fromisoformat(text[:26].rstrip("Z") + "+00:00").timestamp()


def expected(path):
    lines = Path(f"{path}.jsonl")
    fixes = {}
    for line in lines.read_text().splitlines() if lines.exists() else []:
        fix = json.loads(line)
        if "lat" in fix:
            fix["altitude"] = fix["channels"].get("altitude")
            fixes[round(seconds(fix["time"]), 3)] = fix
    return fixes


def gpsd(path):
    output = subprocess.run(["gpsdecode"], stdin=open(path, "rb"), capture_output=True, check=True).stdout
    fixes = {}
    for line in output.splitlines():
        try:
            report = json.loads(line)
        except ValueError:
            continue
        if report.get("class") == "TPV" and "lat" in report and "time" in report:
            fix = {"lat": report["lat"], "lon": report["lon"], "speed": report.get("speed"), "course": report.get("track"),
                   "altitude": report.get("altMSL")}
            # SiRF's messages 2 and 98 count from the ellipsoid.
            if path.suffix == ".sirf" and path.stem != "message-67":
                fix["altitude"] = report.get("altHAE")
            fixes[round(seconds(report["time"]), 3)] = fix
    return fixes


def gpx(text):
    fixes = {}
    for track in gpxpy.parse(text).tracks:
        for point in (point for segment in track.segments for point in segment.points if point.time):
            time = point.time if point.time.tzinfo else point.time.replace(tzinfo=timezone.utc)
            fixes[round(time.timestamp(), 3)] = {
                "lat": point.latitude, "lon": point.longitude, "altitude": point.elevation, "speed": point.speed}
    return fixes


def babel(path):
    source = path
    if path.suffix == ".kmz":
        with zipfile.ZipFile(path) as archive:
            source = Path("/dev/stdin")
            content = archive.read("doc.kml")
    else:
        content = None
    command = ["gpsbabel", "-t", "-i", BABEL[path.suffix], "-f", str(source), "-o", "gpx", "-F", "-"]
    return gpx(subprocess.run(command, input=content, capture_output=True, check=True).stdout.decode())


def judge(path):
    ours = expected(path)
    if path.suffix in (".nmea", ".sirf"):
        theirs, who = gpsd(path), "gpsd"
    elif path.suffix == ".gpx":
        theirs, who = gpx(path.read_bytes()), "gpxpy"
    elif path.suffix in BABEL:
        theirs, who = babel(path), "gpsbabel"
    else:
        return None
    problems = []
    for time, fix in theirs.items():
        own = ours.get(time)
        if own is None:
            if (path.name, time) not in KNOWN:
                problems.append(f"{time} is not expected")
            continue
        for name, close in CLOSE.items():
            a, b = own.get(name), fix.get(name)
            if a is not None and b is not None and abs(a - b) > close:
                problems.append(f"{time}: {name} {a}, {who} says {b}")
    return who, len(theirs), len(ours), problems


def main():
    differs = 0
    for path in sorted(FOLDER.iterdir()):
        if path.suffix in (".fault", ".md") or path.suffix == ".jsonl" and path.with_suffix("").exists():
            continue
        try:
            verdict = judge(path)
        except Exception as error:  # What they refuse is told, and no difference.
            print(f"{path.name}: not read ({type(error).__name__})")
            continue
        if verdict is None:
            continue
        who, theirs, ours, problems = verdict
        print(f"{path.name}: {theirs} fixes of {who} for {ours}" + "".join(f"\n    {problem}" for problem in problems))
        differs += bool(problems)
    sys.exit(1 if differs else 0)


main()
