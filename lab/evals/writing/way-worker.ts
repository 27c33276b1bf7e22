import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';
import { kinds, paths, splits } from './eval-case.ts';
import { recording } from './recorded-calls.ts';
import { runWay } from './run-way.ts';

// The embedded database keeps its thread busy, so each way has its own.
const { way, ...settings } = z
  .object({
    way: z.enum([...paths, 'live']),
    kind: z.enum(kinds).nullable(),
    half: z.enum(splits).nullable(),
    recording: recording.nullable(),
  })
  .parse(workerData);
await runWay(way, settings, (result) => parentPort?.postMessage(result, []));
