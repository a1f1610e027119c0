"""For each line of input, a JSON object {"geometry": GeoJSON, "points": [[x, y], ...], "turns": [0, 360]}: whether the geometry
holds each point, moved by any of the turns, and how far from its border the point lies: 0, 1 or null where that is too near to say."""
import json, sys
from shapely.geometry import shape, Point

for line in sys.stdin:
    case = json.loads(line)
    area = shape(case["geometry"])
    border = area.boundary
    answer = []
    for x, y in case["points"]:
        moved = [Point(x + turn, y) for turn in case["turns"]]
        if min(border.distance(p) for p in moved) < 1e-9:
            answer.append(None)
        else:
            answer.append(1 if any(area.contains(p) for p in moved) else 0)
    print(json.dumps(answer))
