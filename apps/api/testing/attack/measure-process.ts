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
    handles: process.getActiveResourcesInfo().length,
    delay: delays.percentile(99) / 1e6 - resolution,
    longest: delays.max / 1e6 - resolution,
  });
}, 1_000).unref();
