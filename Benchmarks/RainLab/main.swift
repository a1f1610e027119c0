import Foundation
import RealtimeExchange
@testable import RainSynthesis
// usage: RainLab out.f32 seconds [name=value ...] [phys.name=value] [glide]
var args = Array(CommandLine.arguments.dropFirst())
let out = args.removeFirst(); let seconds = Int(args.removeFirst())!
var set = SynthParameters(); set[.dropsRate]=0; set[.bedPink]=0; set[.bedBrown]=0
var physics = RainPhysics(); var glideTo: SynthParameters?
var rate = 48000; var seed: UInt64 = 1
for a in args {
  let p = a.split(separator: "="); let v = Double(p[1])!
  switch String(p[0]) {
  case "rate": rate = Int(v)
  case "seed": seed = UInt64(v)
  case "glide": glideTo = set; glideTo![.rainIntensity] = Float(v)
  case "reference": physics.reference = v
  case "scatter": physics.scatter = v
  case "clickWidth": physics.clickWidth = v
  case "filmWidth": physics.filmWidth = v
  case "clickSpread": physics.clickSpread = v
  case "bodyFrequency": physics.bodyFrequency = v
  case "bodySpread": physics.bodySpread = v
  case "bodyQ": physics.bodyQ = v
  case "bodyLevel": physics.bodyLevel = v
  case "sprayTime": physics.sprayTime = v
  case "sprayLevel": physics.sprayLevel = v
  case "sprayWidth": physics.sprayWidth = v
  case "bubbleEnergy": physics.bubbleEnergy = v
  case "bubbleFrequency": physics.bubbleFrequency = v
  case "farPower": physics.farPower = v
  case "timeSpread": physics.timeSpread = v
  default: set[ParameterTable.spec(named: String(p[0]))!.id] = Float(v)
  }
}
var c = EngineConfiguration(); c.sampleRate = rate; c.seed = seed; c.parameters = set; c.rainPhysics = physics
let t00 = clock()
let queue = EventQueue<TimelineEntry>(capacity: 4096)
let mailbox = LatestValue(Knobs()); let reports = LatestValue(Telemetry())
var producer = queue.takeProducer()
var engine = try! RainEngine(c, timeline: queue.takeConsumer(), knobs: mailbox.takeReader(), telemetry: reports.takeWriter())
let t01 = clock()
if var g = glideTo {
  // logarithmic glide in 10 ms steps
  let a = log(Double(set[.rainIntensity])), b = log(Double(g[.rainIntensity]))
  let steps = min(4000, seconds*50)
  for i in 1...steps { g[.rainIntensity] = Float(exp(a + (b-a)*Double(i)/Double(steps))); _ = producer.push(TimelineEntry(sample: Int64((i-1)*rate*seconds/steps), payload: .parameters(g, glide: Int32(rate*seconds/steps)))) }
}
let n = 48000
var buf = [Float](repeating: 0, count: 2*n)
let file = out == "-" ? nil : fopen(out, "w")
var cpu = 0.0
for _ in 0..<seconds {
  let t0 = clock()
  buf.withUnsafeMutableBufferPointer { engine.render(into: $0.baseAddress!, frames: n) }
  cpu += Double(clock() - t0) / 1e6
  if let file { fwrite(buf, 4, 2*n, file) }
}
FileHandle.standardError.write("init \(Double(t01-t00)/1e3) ms, cpu \(cpu/Double(seconds)*100) % of a core; single drops/s \(engine.rain.now.rate) power \(10*log10(Double(engine.rain.now.power)))\n".data(using: .utf8)!)
