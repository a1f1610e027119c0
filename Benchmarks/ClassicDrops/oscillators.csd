; The classic drops in Csound, by its oscillators and envelopes: the cheapest way that was found. drops.sco has an Impact and
; a Bubble for each drop, with its gains left and right.
<CsoundSynthesizer>
<CsInstruments>
sr = 48000
ksmps = 32
nchnls = 2
0dbfs = 1
giSine ftgen 1, 0, 16384, 10, 1
instr Impact
  a1 oscili 0.4, 0.5 / 0.0075, giSine
  outs a1 * p4, a1 * p5
endin
instr Bubble
  aEnvelope expon 0.7, p3, 0.7 * exp(-6 * p3 / 0.03)
  aRise expon 400, p3, 400 * exp(0.5 * p3 / 0.03)
  at line 0, p3, p3
  ; The frequency is the slope of the phase t f exp(x / 2).
  a1 oscili aEnvelope, aRise * (1 + 0.5 * at / 0.03), giSine
  outs a1 * p4, a1 * p5
endin
</CsInstruments>
<CsScore>
#include "drops.sco"
</CsScore>
</CsoundSynthesizer>
