; The classic drops in Csound, written down as their formula has them. drops.sco has an Impact and a Bubble for each drop,
; with its gains left and right.
<CsoundSynthesizer>
<CsInstruments>
sr = 48000
ksmps = 32
nchnls = 2
0dbfs = 1
instr Impact
  at line 0, p3, p3
  a1 = 0.4 * sin($M_PI * at / 0.0075)
  outs a1 * p4, a1 * p5
endin
instr Bubble
  at line 0, p3, p3
  a1 = 0.7 * exp(-6 * at / 0.03) * sin(2 * $M_PI * 400 * at * exp(0.5 * at / 0.03))
  outs a1 * p4, a1 * p5
endin
</CsInstruments>
<CsScore>
#include "drops.sco"
</CsScore>
</CsoundSynthesizer>
