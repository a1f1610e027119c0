// SPDX-License-Identifier: MIT

/// A reader of WAV and RF64 files that shares nothing with the program: the beginning of a test's Python script.
enum WaveChunks {
    static let python = #"""
        import json, re, struct, sys

        def chunks(path):
            """The name and the content of each chunk; together they are the file."""
            data = open(path, "rb").read()
            at, found, large = 12, [], 0
            if data[:4] == b"RIFF" and data[4:8] != b"\xff" * 4: assert struct.unpack("<I", data[4:8])[0] == len(data) - 8
            while at < len(data):
                name, size = data[at:at + 4], struct.unpack("<I", data[at + 4:at + 8])[0]
                if name == b"ds64": large = struct.unpack("<Q", data[at + 16:at + 24])[0]
                if size == 0xffffffff: size = large
                found.append((name, data[at + 8:at + 8 + size]))
                at += 8 + size + size % 2
            assert at == len(data), (at, len(data))
            return found

        def cues(chunks):
            """The frame and the label of each cue point, in the order of the labels."""
            cue = dict(chunks)[b"cue "]
            points = {}
            for k in range(struct.unpack("<I", cue[:4])[0]):
                number, position, kind, start, block, offset = struct.unpack("<II4sIII", cue[4 + 24 * k:28 + 24 * k])
                assert kind == b"data" and position == offset and start == block == 0
                points[number] = offset
            assert len(cue) == 4 + 24 * len(points)
            labels = [body for name, body in chunks if name == b"LIST" and body[:4] == b"adtl"][0]
            at, found = 4, {}
            while at < len(labels):
                assert labels[at:at + 4] == b"labl"
                size, number = struct.unpack("<II", labels[at + 4:at + 12])
                text = labels[at + 12:at + 8 + size]
                assert text[-1:] == b"\0"
                found[number] = text[:-1].decode()
                at += 8 + size + size % 2
            assert set(found) == set(points)
            return [[points[number], label] for number, label in found.items()]

        """#
}
