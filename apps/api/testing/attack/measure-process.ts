/** Imported into a server's process: tells its parent every second how it is. Any message from there starts the delays anew. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

/** Milliseconds between two looks of the histogram, which are part of each delay that it counts. */
const resolution = 10;
const delays = monitorEventLoopDelay({ resolution });
delays.enable();
process.on('message', () => delays.reset());
setInterval(() => {
  process.send?.({
    rss: process.memoryUsage.rss(),
    handles: process.getActiveResourcesInfo().length,
    delay: delays.percentile(99) / 1e6 - resolution,
    longest: delays.max / 1e6 - resolution,
  });
}, 1_000).unref();
