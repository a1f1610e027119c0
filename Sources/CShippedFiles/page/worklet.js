// SPDX-License-Identifier: MIT
// Plays the blocks that the page receives. A late block leaves silence; excess blocks are skipped.

class Rain extends AudioWorkletProcessor {
  constructor() {
    super();
    this.frames = Math.round(sampleRate * 4);
    this.ring = new Float32Array(this.frames * 2);
    this.head = 0;
    this.held = 0;
    this.isFilling = true;
    this.reserve = Math.round(sampleRate * 0.15);
    this.fade = 0;
    this.port.onmessage = ({ data }) => this.take(data);
  }

  take(samples) {
    const count = samples.length / 2;
    const tail = (this.head + this.held) % this.frames;
    for (let index = 0; index < count; index += 1) {
      const place = ((tail + index) % this.frames) * 2;
      this.ring[place] = samples[index * 2];
      this.ring[place + 1] = samples[index * 2 + 1];
    }
    this.held += count;
    // A page that was suspended catches up.
    const most = this.reserve + Math.round(sampleRate * 0.5);
    if (this.held > most) {
      const excess = this.held - this.reserve;
      this.head = (this.head + excess) % this.frames;
      this.held -= excess;
      this.fade = 0;
    }
  }

  process(inputs, outputs) {
    const [left, right] = outputs[0];
    if (this.isFilling && this.held >= this.reserve) {
      this.isFilling = false;
      this.fade = 0;
    }
    for (let index = 0; index < left.length; index += 1) {
      if (this.isFilling || this.held === 0) {
        if (!this.isFilling) {
          this.isFilling = true;
          // After a gap the reserve grows, up to 0.6 s.
          this.reserve = Math.min(Math.round(this.reserve * 1.5), Math.round(sampleRate * 0.6));
        }
        left[index] = right[index] = 0;
        continue;
      }
      // Fades in over 10 ms, so that no gap ends with a click.
      this.fade = Math.min(1, this.fade + 100 / sampleRate);
      left[index] = this.ring[this.head * 2] * this.fade;
      right[index] = this.ring[this.head * 2 + 1] * this.fade;
      this.head = (this.head + 1) % this.frames;
      this.held -= 1;
    }
    return true;
  }
}

registerProcessor("rain", Rain);
