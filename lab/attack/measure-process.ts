/** Imported into a server's process: reports its state to the parent every second. Any message from the parent resets the delays. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** The histogram's resolution in milliseconds, which is part of each delay that it counts. */
const resolution = 10;
const delays = monitorEventLoopDelay({ resolution });
delays.enable();
process.on('message', () => delays.reset());
setInterval(() => {
  process.send?.({
    rss: process.memoryUsage.rss(),
    heap: process.memoryUsage().heapUsed,
    handles: countKinds(process.getActiveResourcesInfo()),
    delay: delays.percentile(99) / 1e6 - resolution,
    longest: delays.max / 1e6 - resolution,
  });
}, 1_000).unref();

/** How many there are of each kind. */
function countKinds(names: string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
