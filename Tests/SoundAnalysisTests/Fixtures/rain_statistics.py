"""The figures of real rain's table by numpy and scipy: raw float32 frames of two channels at 48 kHz in, JSON out."""
import json
import sys

import numpy as np
import scipy.ndimage
import scipy.signal as signal
import scipy.stats

RATE = 48000
channels = np.fromfile(sys.argv[1], dtype="<f4").reshape(-1, 2).astype(float).T


def band(x, low, high):
    sections = [signal.butter(4, low, "high", fs=RATE, output="sos"), signal.butter(4, high, "low", fs=RATE, output="sos")]
    return signal.sosfilt(np.vstack(sections), x)


def windows(x, length):
    return x[: len(x) // length * length].reshape(-1, length)


def kurtosis(low, high):
    settle = int(5 / low * RATE)
    return np.mean([scipy.stats.kurtosis(band(x, low, high)[settle:], fisher=False) for x in channels])


def bursts(x):
    y = band(x, 2000, 10000)
    level = 10 * np.log10(np.maximum((windows(y, RATE // 1000) ** 2).mean(1), 1e-25))
    second = 10 * np.log10((windows(y, RATE) ** 2).mean(1))
    # Windows that are cut at the ends, as the program has them.
    local = np.array([np.median(level[max(0, i - 500) : i + 501]) for i in range(len(level))])
    peaks = signal.find_peaks(level - local, height=6)[0]
    return np.percentile(level, 99) - np.median(level), len(peaks) / (len(x) / RATE), second.std(ddof=1)


def correlation(x):
    number = lambda f: 21.4 * np.log10(0.00437 * f + 1)
    low, high = number(6000), number(9000)
    steps = int(high - low)
    envelopes = []
    for n in (low + high - steps) / 2 + np.arange(steps + 1):
        centre = (10 ** (n / 21.4) - 1) / 0.00437
        pole = np.exp(-2 * np.pi * 1.019 * 24.7 * (0.00437 * centre + 1) / RATE)
        z = x * np.exp(-2j * np.pi * centre * np.arange(len(x)) / RATE)
        for _ in range(4):
            z = signal.lfilter([1 - pole], [1, -pole], z)
        envelopes.append(windows(2 * np.abs(z), 120).mean(1))
    return np.mean([np.corrcoef(a, b)[0, 1] for a, b in zip(envelopes, envelopes[2:])])


result = {f"kurtosis.{low}": kurtosis(low, high) for low, high in ((500, 2000), (2000, 4000), (4000, 10000))}
result["level.p99"], result["peaks"], result["level.sd"] = np.mean([bursts(x) for x in channels], axis=0)
result["envelope.correlation"] = np.mean([correlation(x) for x in channels])
f, density = signal.welch(channels, RATE, "hann", 8192, detrend=False)
octave = lambda low: density.mean(0)[(f >= low) & (f < 2 * low)].sum()
f2, coherence = signal.coherence(*channels, RATE, "hann", 2048, detrend=False)
for low in (125, 250, 500, 1000, 2000, 4000, 8000):
    result[f"octave.{low}"] = 10 * np.log10(octave(low) / octave(2000))
    if low >= 250:
        result[f"coherence.{low}"] = coherence[(f2 >= low) & (f2 < 2 * low)].mean()
json.dump({name: float(value) for name, value in result.items()}, sys.stdout)
