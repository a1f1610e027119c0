"""Prints what gpxpy reads from each GPX file named: one JSON line per file.

{"file":..., "waypoints":n, "routes":n, "points":[[lat, lon, ele, microseconds since 1970, speed, course, hdop, starts a segment]...]}
"""
import datetime
import json
import sys

import gpxpy

EPOCH = datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)
MICROSECOND = datetime.timedelta(microseconds=1)


def microseconds(time):
    if time is None:
        return None
    if time.tzinfo is None:
        time = time.replace(tzinfo=datetime.timezone.utc)
    return (time - EPOCH) // MICROSECOND


for name in sys.argv[1:]:
    with open(name, encoding="utf-8-sig") as file:
        gpx = gpxpy.parse(file)
    points = [
        [p.latitude, p.longitude, p.elevation, microseconds(p.time), p.speed, p.course, p.horizontal_dilution, i == 0]
        for track in gpx.tracks for segment in track.segments for i, p in enumerate(segment.points)
    ]
    print(json.dumps({"file": name, "waypoints": len(gpx.waypoints), "routes": len(gpx.routes), "points": points}))
